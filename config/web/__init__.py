"""HTTP: the web server, middleware, static files, error pages."""
