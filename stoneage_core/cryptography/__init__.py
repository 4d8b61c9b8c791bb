"""Checks of the public beacon's signatures."""
