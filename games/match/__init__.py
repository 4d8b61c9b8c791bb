"""What happens around the board: clocks, absences, proposals, substitutes, orders."""
