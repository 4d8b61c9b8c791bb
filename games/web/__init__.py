"""What every page needs: who reads, in which language, what to answer to errors."""
