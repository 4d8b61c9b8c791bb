"""The pages. Each view reads the clock once and calls one service."""
