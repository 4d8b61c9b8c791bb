"""What every page needs: its reader and their language, answers to errors."""
