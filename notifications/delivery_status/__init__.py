"""Delivery status: how we learn what became of our mails, and what follows."""
