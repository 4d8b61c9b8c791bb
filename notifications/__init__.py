"""Mails: the outbox, their texts, sending and receiving, the development mailbox."""
