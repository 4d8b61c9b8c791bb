"""The mail doctor: checks for operators whether our mails will arrive."""
