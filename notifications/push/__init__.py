"""Browser notifications: subscriptions, encryption and delivery."""
