"""What players write in answer to a mail: read, played, answered."""
