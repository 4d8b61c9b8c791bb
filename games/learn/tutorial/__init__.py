"""The tutorial: a short recorded game in which the reader makes the moves."""
