"""Thinking: the queue of bots that search, the coach and reviews."""
