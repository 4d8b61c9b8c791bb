"""What people type to play: English words and those of their own language."""
