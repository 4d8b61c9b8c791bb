"""The rules of the board, one file for each phase or kind of place."""
