"""What lies in the box: places, cards, buildings, tools and resources, as printed."""
