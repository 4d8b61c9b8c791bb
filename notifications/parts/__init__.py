"""What mails are made of: positions, recaps, numbered choices, pictures, moments."""
