"""How mails come in: by which doors, what is kept, what they say, who vouches."""
