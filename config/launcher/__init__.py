"""`manage.py up`: the whole service on one machine, started, watched and stopped."""
