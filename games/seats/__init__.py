"""Who sits where: invitations, links to join, substitutes and the way back."""
