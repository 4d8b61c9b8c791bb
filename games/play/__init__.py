"""Deciding: the turn page, moves from pages and mails."""
