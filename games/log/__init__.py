"""The event store, and the read model that is derived from it."""
