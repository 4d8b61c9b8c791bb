"""Deadlines: what is due, time-outs, vacations and reminders."""
