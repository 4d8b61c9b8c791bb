"""Who sits where: invitations, join links, substitutes, and the way back."""
