"""People: how they sign in, their addresses and settings."""
