"""What ``python -m stoneage_core`` offers to players and auditors, and how it ends."""
