"""The log of the whole site: leaves, checkpoints, proofs, witnesses."""
