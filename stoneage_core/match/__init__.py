"""The rules around the board: clocks, seats, votes, absences, acts of the staff."""
