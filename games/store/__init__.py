"""The stream of events, what is read from it, and how rows are locked."""
