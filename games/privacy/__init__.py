"""Personal data: handed out to its owner, and erased."""
