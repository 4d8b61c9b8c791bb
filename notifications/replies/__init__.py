"""Replies: reading what players write in answer to a mail, doing it, and answering."""
