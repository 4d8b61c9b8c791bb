"""What pages, mails and the staff are shown alike."""
