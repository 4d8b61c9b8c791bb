"""Views for people who watch games of others."""
