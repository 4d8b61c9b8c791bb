"""Webhooks: addresses, signatures and message formats."""
