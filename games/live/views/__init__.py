"""Views for live pages and the installed app."""
