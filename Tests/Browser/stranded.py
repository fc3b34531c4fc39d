"""Unsent actions of a deleted log or another person's log, and how they are saved or dismissed."""

import json
import shutil

from playwright.sync_api import expect

from flows import lively
from leaving import multi_user_server, sign_in, start_offline
from offline import sessions, start_a_book_offline


def saved(page, name):
    """Returns the contents of a file saved from the page."""
    with page.expect_download() as download:
        page.get_by_role("link", name=name).click()
    return json.loads(open(download.value.path(), encoding="utf-8").read())


@lively
def save_unsent_actions(page, server):
    """An unsent action can be saved as a file before its result is known."""
    start_a_book_offline(page, "Persuasion")
    page.get_by_text("1 not sent yet").click()
    file = saved(page, "Download Started reading “Persuasion”")
    assert file["title"] == "Started reading “Persuasion”" and file["mutation"]["changes"], file


@lively
def return_to_a_deleted_log(page, server):
    """Unsent actions of a deleted log are announced on every page, saved as a file, and dismissed on request."""
    start_a_book_offline(page, "Persuasion")
    port = server.url.rsplit(":", 1)[1]
    server.__exit__()
    shutil.rmtree(server.folder / "log")
    server.start(port)
    page.context.set_offline(False)
    expect(page.get_by_text("It is saved here until")).to_be_visible()
    page.goto("/")
    page.locator(".unsent-count", has_text="1 saved for another log").get_by_role("link").click()
    (line,) = saved(page, "Download changes for another log")
    assert line["title"] == "Started reading “Persuasion”" and line["mutation"]["changes"], line
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("It is saved here until")).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("another log")).to_have_count(0)
    assert sessions(server) == []


@lively
def keep_unsent_actions_of_others(page, server):
    """In a shared browser a person sees how many unsent actions others have, but not their content."""
    with multi_user_server(page, server, "ann", "bob") as (_, context):
        own = context.new_page()
        start_offline(own, "ann")
        own.get_by_role("button", name="Pause").click()
        expect(own.get_by_text("2 not sent yet")).to_be_visible()
        context.clear_cookies()
        context.set_offline(False)
        own.get_by_role("link", name="Sign in").click()
        sign_in(own, "bob")
        own.locator(".unsent-count", has_text="2 saved for another log").get_by_role("link").click()
        expect(own.get_by_text("They are saved here until")).to_be_visible()
        expect(own.get_by_role("button", name="Discard all")).to_be_visible()
        expect(own.get_by_role("link", name="Download")).to_have_count(0)
        expect(own.get_by_text("Emma")).to_have_count(0)
