"""How fast `render` draws, how large its files are, and how others draw the same boards.

    python -m tests.bench.pictures [FOLDER]

Positions come from games of random plays, so that pictures bear dice, a cube, scores and the last play, and cubes,
states and scores of a chouette's members are random. Names stay, as in the course of a game; rows without a bar show
what it takes if all are new. All contenders take turns, a frame of each, so that all see the same noise of the
machine; what is timed ends with a PNG. The peers are

- GNU Backgammon, its `export position png` timed inside its own interpreter, at the size nearest to ours and at the
  one it starts with, a seventh of our pixels, to which no bar is put;
- CairoSVG and resvg, which are given the board as a finished SVG of our size: only the rendering is timed;
- matplotlib, which draws the same shapes from a list, but for the gradients, which it does not have.

A peer that is not installed is said to be missing. What a fresh process does (the first frame, memory, the event loop,
replays) is measured in processes of its own. FOLDER receives one picture of each contender, to be looked at.

This is a benchmark: never a timed test. It ends with 1 if a bar is missed.
"""
