"""Work outside of requests: enqueueing tasks, sweeps, requests to other services."""
