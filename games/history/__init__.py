"""What happened in a game, event by event, told and walked through."""
