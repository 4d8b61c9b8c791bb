"""The pages of table talk."""
