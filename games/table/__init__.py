"""The table: what is asked and can be chosen, its pages, and how moves come in."""
