"""`manage.py up`: start, supervise and stop the whole service on one machine."""
