"""The pages about one's data."""
