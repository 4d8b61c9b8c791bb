"""Checks of outside signatures: those of the public beacon and of passkeys."""
