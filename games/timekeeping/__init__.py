"""Presets of clocks, and when to remind: pure. When clocks run is the core's matter."""
