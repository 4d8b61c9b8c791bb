"""The mail doctor: it checks for operators what decides whether mails arrive."""
