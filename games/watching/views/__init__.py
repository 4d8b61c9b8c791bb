"""The pages of whoever watches games that others play."""
