"""Views of the site's log."""
