"""Views of the staff's desk."""
