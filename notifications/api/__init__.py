"""What programs read and change of how their users are told."""
