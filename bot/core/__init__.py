"""What every game at a table has in common: actions, questions, refusals, logs. Pure values, no I/O."""
