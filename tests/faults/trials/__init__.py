"""The trials, one module for each part of the service."""
