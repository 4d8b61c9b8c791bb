"""What pages that live ask for."""
