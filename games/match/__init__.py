"""Around the board: clocks, absences, proposals, substitutes, orders."""
