"""Outages of the service: notice them, credit the time, go on after a restore."""
