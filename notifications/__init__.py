"""Mails: the outbox, what the mails say, how they are sent, the development mailbox."""
