"""Notifications in browsers: who wants them where, and how they get there."""
