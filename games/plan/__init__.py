"""Plans: thinking ahead on a position that stays as it is; nothing of them is kept."""
