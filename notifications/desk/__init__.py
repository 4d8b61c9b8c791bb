"""Sections about mails on the staff's desk, and the action to resend them."""
