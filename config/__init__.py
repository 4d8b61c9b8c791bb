"""The project: settings, addresses, the Celery app and how it all starts."""
