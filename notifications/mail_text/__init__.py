"""Parsing of mails: from bytes to the lines that somebody typed. No database."""
