"""The HTTP API of preferences and webhooks."""
