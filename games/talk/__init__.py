"""Table talk, and reports of it."""
