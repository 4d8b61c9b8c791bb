"""The pages that tell a whole game, and check it."""
