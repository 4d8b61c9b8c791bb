"""Whole games for others to check, and our own check of what is stored."""
