"""Events in their stored form: canonical JSON, the hash chain, logs and transcripts."""
