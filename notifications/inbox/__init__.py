"""The inbox: receiving, storing, authenticating and processing mails."""
