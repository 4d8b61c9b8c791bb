"""The project: settings, URLs, the Celery app and the launcher."""
