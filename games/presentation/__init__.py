"""Presentation that pages, mails and the staff's desk share."""
