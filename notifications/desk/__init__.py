"""What mails add to the staff's pages: sections of the desk, and an action."""
