"""Plans: what might happen from a position on. Nothing of a plan is stored."""
