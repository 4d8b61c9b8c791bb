"""Plans: what might happen from a position on, step by step; nothing of it is kept."""
