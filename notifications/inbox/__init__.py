"""The inbox: receiving mails over several channels, storing, authenticating and
processing them."""
