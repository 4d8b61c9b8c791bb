"""Events, components and clocks in words, as phrases that are translated elsewhere."""
