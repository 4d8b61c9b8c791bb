"""What mails hold of people: handed out to them, and erased."""
