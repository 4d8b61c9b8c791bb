"""The doctor of mail: looks at what decides whether mails arrive, for operators."""
