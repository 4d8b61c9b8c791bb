"""The stored form of events: canonical JSON, hash chain, logs and transcripts."""
