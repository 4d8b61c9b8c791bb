"""What a mail says: from its bytes to the lines that somebody typed. No database."""
