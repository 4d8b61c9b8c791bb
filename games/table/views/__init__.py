"""Pages on which people play."""
