"""Views of the user's own data."""
