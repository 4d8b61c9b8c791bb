"""Programs can do whatever pages can do."""

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any, get_type_hints

import pytest

import games
import notifications
from config.api import PARTS
from games.table.table_decisions import TABLE_DECISIONS

ACCESS = "It decides who gets into an account, which a stolen token must not widen."
BROWSER = "It is about one browser."
PAGE = "It changes what pages show, and programs show things in their own way."
VISITOR = "It is for visitors without an account."

#: The services of pages that programs do not have, each with the reason.
NOT_FOR_PROGRAMS = {
    "games.accounts.access.end_access": ACCESS,
    "games.accounts.access.renew_calendar_address": ACCESS,
    "games.accounts.addresses.request_addition": ACCESS,
    "games.accounts.programs.declare_program": ACCESS,
    "games.accounts.programs.make_token": ACCESS,
    "games.accounts.programs.revoke_token": ACCESS,
    "games.links.purposes.revoke_links": ACCESS,
    "games.privacy.forgetting.forget_user": ACCESS,
    "games.talk.reports.make_appeal": "The link in the email about the act allows it.",
    "games.talk.case_talk.answer_case": "The link in the email of the case allows it.",
    "games.people.reachability.record_reached": "An opened link proves the address.",
    "games.accounts.users.remember_locale": BROWSER,
    "games.deadlines.record_open_page": BROWSER,
    "notifications.push.subscribe": BROWSER,
    "notifications.push.unsubscribe_browser": BROWSER,
    "games.table.hints.dismiss_note": PAGE,
    "games.table.hints.want_hints": PAGE,
    "games.accounts.users.update_user": "Programs use update_settings.",
    "games.orders.order_beside": "Programs write all orders at once.",
    "games.accounts.guest_upgrade.confirm_keeping": VISITOR,
    "games.accounts.guest_upgrade.request_keeping": VISITOR,
    "games.lobby.new_games.create_practice_game": VISITOR,
    "games.staff_traces.record_look": "It is for the staff.",
}


def modules_below(package: Any) -> Iterator[str]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield found.name


def services_used_by(name: str) -> Iterator[str]:
    """
    Yield the names of the services to which a module refers.

    A service is a function of another module of ours that takes keyword arguments only,
    as all services do.
    """
    module = import_module(name)
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        found: Any = None
        if isinstance(node, ast.Name):
            found = getattr(module, node.id, None)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = getattr(module, node.value.id, None)
            found = getattr(owner, node.attr, None) if inspect.ismodule(owner) else None
        if not inspect.isfunction(found) or found.__module__ == name:
            continue
        is_ours = found.__module__.startswith(("games.", "notifications."))
        arguments = inspect.signature(found).parameters.values()
        if (
            is_ours
            and arguments
            and all(each.kind is each.KEYWORD_ONLY for each in arguments)
        ):
            yield f"{found.__module__}.{found.__name__}"


def is_page(name: str) -> bool:
    is_view = ".views" in name or name == "games.table.table_decisions"
    return is_view and not name.startswith(("games.api.", "games.moderation."))


@pytest.fixture(scope="module")
def services_of_pages() -> set[str]:
    names = [*modules_below(games), *modules_below(notifications)]
    return {one for name in names if is_page(name) for one in services_used_by(name)}


@pytest.fixture(scope="module")
def services_of_programs() -> set[str]:
    return {one for part in PARTS for one in services_used_by(part.__name__)}


def test_every_service_of_pages_is_an_operation(
    services_of_pages: set[str], services_of_programs: set[str]
) -> None:
    assert len(services_of_pages) > 60
    assert services_of_pages - services_of_programs - NOT_FOR_PROGRAMS.keys() == set()


def test_exceptions_are_up_to_date(
    services_of_pages: set[str], services_of_programs: set[str]
) -> None:
    assert NOT_FOR_PROGRAMS.keys() <= services_of_pages
    assert not NOT_FOR_PROGRAMS.keys() & services_of_programs


def test_every_command_that_pages_give_by_themselves_is_given_by_an_operation() -> None:
    given_by_pages = {
        get_type_hints(form.read)["return"]
        for form in TABLE_DECISIONS.values()
        if form.service is None
    }
    named_by_operations = {
        value
        for part in PARTS
        for value in vars(import_module(part.__name__)).values()
        if inspect.isclass(value)
    }
    assert given_by_pages - named_by_operations == set()
