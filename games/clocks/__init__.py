"""Clocks as this service offers them: presets, hours of the day, reminders."""
