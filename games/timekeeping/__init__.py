"""Clocks as this service offers them: presets, hours of day, when to remind."""
