"""Table talk, mutes and reports."""
