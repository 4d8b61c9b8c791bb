"""Replies: what players write in answer to a mail is read, done and answered."""
