"""Connections to untrusted servers: mail servers, push services, webhooks."""
