"""Views for people who learn the game."""
