"""The rules as one page; every number in it comes from the engine's tables."""
