"""Webhooks: who wants to be told at which address, and how it is called."""
