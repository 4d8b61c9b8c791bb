"""The event store, the read model derived from it, and row locks."""
