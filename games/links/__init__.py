"""Signed links: for a while, their holders may do what the purpose says."""
