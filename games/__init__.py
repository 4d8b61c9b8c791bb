"""The event-sourced service: games, seats, their stored events and their pages."""
