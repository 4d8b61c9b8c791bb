"""Monitoring: health, metrics, logs and error reports."""
