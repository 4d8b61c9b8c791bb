"""The rules, one file for each phase of a round and each kind of place."""
