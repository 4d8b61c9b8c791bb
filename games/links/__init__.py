"""Signed links: who holds one may do what its purpose says, for a while."""
