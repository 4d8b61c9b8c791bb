"""Facts about people that all rooms share: addresses, lost mails."""
