"""A seat's legal choices: as forms for the turn page, as a list for mails."""
