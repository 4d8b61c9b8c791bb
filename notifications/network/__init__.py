"""Connections to mail servers."""
