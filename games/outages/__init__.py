"""Outages of the service: noticed, credited to players, and mended after."""
