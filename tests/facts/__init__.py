"""Facts as data files, one case a line, and the programs that run them."""
