"""The components of the game: places, cards, buildings, tools and resources."""
