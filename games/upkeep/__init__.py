"""What the service does to running games: beacons, seeds, new rules."""
