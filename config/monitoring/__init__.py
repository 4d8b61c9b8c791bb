"""What an operator sees of the service: health, metrics, logs, reports of errors."""
