"""The tutorial: a short game that is recorded, in which the reader does the moves."""
