"""The table: what is asked and can be chosen, what the page shows, how moves come in."""
