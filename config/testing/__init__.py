"""`manage.py test`: real servers for the tests, started for them and gone with them."""
