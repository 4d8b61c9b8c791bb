"""What pages, emails and the staff's desk share: words, tables, pictures."""
