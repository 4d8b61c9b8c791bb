"""Monitoring: health, metrics, logs, reports of errors."""
