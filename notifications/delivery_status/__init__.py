"""What becomes of our mails once they are posted: how we learn of it, what follows."""
