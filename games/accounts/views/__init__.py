"""Views of accounts."""
