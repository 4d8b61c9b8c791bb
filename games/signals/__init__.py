"""How other apps plug into this one, which does not know them."""
