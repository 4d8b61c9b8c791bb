"""A person who plays by following the links in their mails, and nothing else."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from tests.e2e.browsing import Browser
from tests.e2e.mail import Arrivals, Mail
from tests.e2e.pages import Form, Page

#: What is done first of all that a page offers.
EAGERNESS = {"take": 4, "use": 3, "build": 2, "buy": 2, "feed": 2, "leave": 1, "go": 1}
#: How attractive a place is in the eyes of a person who wants the game to end: all go
#: for the cards and for one pile of buildings, and for what these cost.
ATTRACTION = {"building 1": 40, "building": 1, "card": 20, "hut": 1, "field": 1}
USUAL = 4
#: Where people buy, once the others have come home with what that costs.
SHOPS = ("building", "card")
#: Of so many visits to the shop one is paid by numbers instead of by a button.
BY_NUMBERS = 3
MOST_DECISIONS_IN_A_VISIT = 60
#: What the button says that sends the order of several uses.
IN_ORDER = "use in order"
#: What the button says beside the switches of tools.
TOOLS = "tools"


@dataclass(frozen=True)
class Option:
    """
    A command that the page offers, and the form that sends it.

    ``button`` is the name of the button that says the command, '' where another field
    does, or where it is the order of several.
    """

    command: str
    form: Form
    button: str


@dataclass
class PagePlayer:
    """A player by the pages; ``taste`` seeds their choices."""

    email: str
    start: str
    taste: int
    decisions: Counter[str] = field(default_factory=Counter)
    visits: int = 0
    idle_visits: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.browser = Browser(self.start)
        self._random = Random(self.taste)

    def accept(self, invitation: Mail, name: str) -> Page:
        """Follow the link of an invitation and say yes."""
        page = self.open(invitation)
        form = page.form_with("answer", "accept")
        accepted = self.browser.submit(page, form, ("answer", "accept"), name=name)
        assert accepted.status == 200, accepted.text
        return accepted

    def sign_in(self, mail: Mail) -> Page:
        """Follow the link of a sign-in mail and press its button."""
        page = self.open(mail)
        return self.browser.submit(page, page.form_with("time_zone"))

    def want_text_only(self, mailbox: Arrivals) -> None:
        """Sign in to the email settings in another browser; have no more pictures."""
        browser = Browser(self.start)
        page = browser.get("/mail/")  # which leads to the sign-in
        known = len(mailbox.mails)
        browser.submit(page, page.form_with("email"), email=self.email)
        mail = mailbox.wait_for(self.email, "sign-in", after=known)
        page = browser.get(mail.link)
        page = browser.submit(page, page.form_with("time_zone"))
        form = page.form_with("pace")
        saved = browser.submit(page, form, text_only="on")
        assert saved.status == 200, saved.text

    def open(self, mail: Mail) -> Page:
        """Follow the one link of a mail, which works."""
        page = self.browser.get(mail.link)
        assert page.status == 200, f"{mail.subject}: {page.status} {page.text}"
        return page

    def take_turn(self, mail: Mail) -> None:
        """Follow the link and decide for as long as the page asks for something."""
        page = self.open(mail)
        self.visits += 1
        if not page.question:
            self.idle_visits.append(mail.subject)
        self.go_on(page)

    def go_on(self, page: Page) -> None:
        """Decide for as long as the page asks for something; no mail comes before."""
        for _ in range(MOST_DECISIONS_IN_A_VISIT):
            if not page.question:
                return
            page = self.decide_once(page)
        raise AssertionError(f"no end to this visit: {page.text}")

    def decide_once(self, page: Page) -> Page:
        """Look at what is asked, and decide something."""
        page = self.look_around(page)
        return self.decide(page, options_of(page))

    def look_around(self, page: Page) -> Page:
        """Look at places as one likes them, until something can be decided there."""
        if can_use_in_order(page) and self._random.randrange(2):
            return page
        if page.question not in {"place", "use"}:
            return page
        liked = sorted(page.places, key=lambda key: self._liking(key, page.question))
        for key in liked:
            looked = self.browser.get(page.places[key])
            if any(option.command != IN_ORDER for option in options_of(looked)):
                return looked
        return page

    def _liking(self, key: str, question: str) -> tuple[bool, float]:
        """The lower the sooner; nobody looks around in the same order every time."""
        is_for_later = question == "use" and key.startswith(SHOPS)
        attraction = attraction_of(key.replace("_", " "))
        return is_for_later, float(self._random.random() / attraction)

    def decide(self, page: Page, options: list[Option]) -> Page:
        """Send one of the forms on the page; it is always accepted."""
        assert options, f"asked “{page.question}”, but offered nothing: {page.text}"
        option = self._choose(options)
        self.decisions[kind_of(option.command)] += 1
        after = self._send(page, option, options)
        assert after.status == 200, f"{option.command}: {after.status} {after.text}"
        return after

    def _choose(self, options: list[Option]) -> Option:
        kinds = {kind_of(option.command) for option in options}
        if "take" in kinds and len(kinds) > 1 and self._random.randrange(4):
            kinds.remove("take")  # mostly, a card for later is kept for later
        best = max(kinds, key=lambda kind: EAGERNESS.get(kind, 0))
        likely = [o for o in options if eagerness(o) == EAGERNESS.get(best, 0)]
        weights = [attraction_of(option.command) for option in likely]
        return self._random.choices(likely, weights)[0]

    def _send(self, page: Page, option: Option, options: list[Option]) -> Page:
        numbers = number_form(option, page)
        if numbers is not None and self._random.randrange(BY_NUMBERS) == 0:
            form, verb, fields = numbers
            return self.browser.submit(page, form, ("command", verb), **fields)
        if option.button:
            return self.browser.submit(
                page, option.form, (option.button, option.command)
            )
        if option.command == IN_ORDER:
            return self.browser.submit(page, option.form)
        return self.browser.submit(page, option.form, command=option.command)


def can_use_in_order(page: Page) -> bool:
    """Whether the page offers to use several places in the order in which it lists."""
    return any(option.command == IN_ORDER for option in options_of(page))


def options_of(page: Page) -> list[Option]:
    """Return every command that the page's forms can send as they stand."""
    options = []
    for form in page.forms:
        if "request_id" not in form.values:
            continue
        if "use" in form.repeated:
            options.append(Option(IN_ORDER, form, ""))
        options += [Option(v, form, n) for n, v in form.buttons if says_all(n, v, form)]
        options += [Option(v, form, "") for v in form.options.get("command", ())]
    return options


def says_all(name: str, value: str, form: Form) -> bool:
    """Whether a button says a whole command, without the fields beside it."""
    return name == "whole" or (
        name == "command" and not (form.numbers or value == TOOLS)
    )


def number_form(option: Option, page: Page) -> tuple[Form, str, dict[str, str]] | None:
    """Return the form, verb and fields that pay as ``option`` does, if there is one."""
    words = option.command.split()
    verb = "feed" if words[0] == "feed" else " ".join(words[:2])
    for form in page.forms:
        if form.numbers and ("command", verb) in form.buttons:
            paid = counted(words[len(verb.split()) :])
            return form, verb, {name: str(paid[name]) for name in form.numbers}
    return None


def counted(words: list[str]) -> Counter[str]:
    """'wood wood brick' or 'wood 2 brick 1': how many of each."""
    count: Counter[str] = Counter()
    last = ""
    for word in words:
        if word.isdigit():
            count[last] += int(word) - 1
        else:
            last = word
            count[word] += 1
    return count


def kind_of(command: str) -> str:
    """Return 'place' for a placement, else the verb of a command."""
    first = command.split()[0]
    if first in EAGERNESS or first in {"pick", "tools"}:
        return first
    return "tools" if first == "no" else "place"


def eagerness(option: Option) -> int:
    """How soon a person does what an option says."""
    return EAGERNESS.get(kind_of(option.command), 0)


def attraction_of(command: str) -> int:
    """How much a person likes a place, among others; many at once make a short game."""
    words = command.split()
    if kind_of(command) != "place":
        return 1
    known = ATTRACTION.get(command) or ATTRACTION.get(words[0])
    return known or (int(words[-1]) if words[-1].isdigit() else USUAL)
