"""The pages about oneself."""
