"""The pages of who watches games that others play."""
