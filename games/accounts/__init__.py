"""User accounts: signing in, addresses, profiles and settings."""
