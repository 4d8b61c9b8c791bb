"""Signals and surveys, through which other apps plug into this one."""
