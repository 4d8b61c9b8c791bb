"""The web server: one process of it, as `up` and `serve` start them."""
