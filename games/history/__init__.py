"""What happened in a game, event by event, told, walked through, and looked back on."""
