"""Personal data in mails: export and erasure."""
