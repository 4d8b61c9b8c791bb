"""Requests of live pages."""
