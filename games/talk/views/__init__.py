"""Views of table talk."""
