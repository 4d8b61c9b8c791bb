"""Work outside of requests: calling for tasks, sweeping, asking other services."""
