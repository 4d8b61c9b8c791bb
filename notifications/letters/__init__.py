"""The mails: each kind of them, from a row of the outbox to a message."""
