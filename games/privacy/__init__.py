"""Personal data: exported for its owner, and erased."""
