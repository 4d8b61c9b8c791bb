"""Connections to strangers: mail servers, push services, receivers of webhooks."""
