"""Error messages of Django's form fields, for translation in our own catalogues.

They override Django's, whose Spanish uses usted, while our pages use tú.
"""

from django.utils.translation import gettext_noop as _

from stoneage_core.phrases import ngettext_noop

#: Exactly as in Django, which looks up the translation by it.
SENTENCES = (
    _("This field is required."),
    _("Enter a valid value."),
    _("Enter a valid email address."),
    _("Enter a whole number."),
    _("Enter a number."),
    _("Enter a valid date."),
    _("Enter a valid time."),
    _("Enter a valid date/time."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("Enter a list of values."),
    _("(Hidden field %(name)s) %(error)s"),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Null characters are not allowed."),
    *ngettext_noop(
        "Ensure this value has at most %(limit_value)d character (it has "
        "%(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has "
        "%(show_value)d).",
    ),
)
