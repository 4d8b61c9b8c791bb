"""Thinking ahead: plans on a position that stays as it is; nothing of them is kept."""
