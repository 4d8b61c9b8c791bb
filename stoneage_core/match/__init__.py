"""The rules around the board: clocks, seats, votes, absences, and what the staff do."""
