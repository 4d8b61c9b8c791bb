"""What becomes of our mails once they are posted: noted, and acted upon."""
