"""Personal data in mails: handed out to its owner, and erased."""
