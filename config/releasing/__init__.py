"""A release, built from a commit so that anybody can build the same bytes."""
