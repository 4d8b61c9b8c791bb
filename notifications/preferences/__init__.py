"""What players wish of their mails: topics, pace, quiet hours, digests, one-click."""
