"""What listeners do on the pages."""

import re

from playwright.sync_api import expect

from flows import flow


def start(page, title="The Hobbit", place="1:00:00"):
    """Starts to listen to a new story with its details."""
    page.goto("/")
    page.get_by_text("Listen to something").click()
    page.get_by_label("What are you listening to?").fill(title)
    page.get_by_label("Author (optional)").fill("J. R. R. Tolkien")
    page.get_by_label("Start position").fill(place)
    page.get_by_label("Speed").select_option(label="1.5×")
    page.get_by_role("button", name="Start listening").click()
    expect(page.get_by_role("timer").first).to_be_visible()


@flow
def listen_to_a_story(page, server):
    """Start, pause, stop at an invalid and then at a valid position, and check the page."""
    start(page)
    expect(page.get_by_text("· from 1:00:00 · 1.5×")).to_be_visible()
    server.set_clock("2026-03-05T19:20:00Z")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    server.set_clock("2026-03-05T19:40:00Z")
    page.reload()
    expect(page.get_by_role("timer")).to_contain_text("20:00")
    where = page.get_by_label("Current position")
    expect(where).to_have_value("1:30:00")
    where.fill("far")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("alert")).to_contain_text("“far” is not hours, minutes and seconds of audio")
    where.fill("1:28:00")
    page.get_by_label("Finished it").check()
    page.get_by_label("Note").fill("in the dark")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("to 1:28:00 · finished · 1.5×")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_label("Finished it").check()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    page.goto("/listening")
    expect(page.get_by_text("story finished", exact=True)).to_be_visible()
    milestones = page.get_by_role("region", name="Milestones")
    milestones.get_by_text("Table", exact=True).click()
    expect(milestones.get_by_role("rowheader", name="First story")).to_be_visible()
    page.get_by_role("link", name="Year", exact=True).click()
    expect(page.get_by_text("53 weeks from").filter(visible=True)).to_be_visible()
    page.get_by_role("link", name="The Hobbit").last.click()
    expect(page.get_by_role("heading", name="The Hobbit")).to_be_visible()


@flow
def listen_and_read_at_once(page, server):
    """A listening and a reading session run at once and stop separately; History shows one kind or all."""
    server.run("start", "read", "Emma")
    start(page)
    expect(page.get_by_role("timer")).to_have_count(2)
    server.set_clock("2026-03-05T19:30:00Z")
    page.reload()
    page.get_by_label("Current position").fill("2:00:00")
    page.locator("form.stop").filter(has_text="Current position").get_by_role("button", name="Stop").click()
    expect(page.get_by_role("timer")).to_have_count(1)
    page.get_by_label("Page", exact=True).fill("12")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    page.goto("/history")
    page.get_by_role("navigation", name="Kinds").get_by_role("link", name="Listening").click()
    expect(page.get_by_role("link", name="Emma")).to_have_count(0)
    page.get_by_role("link", name="The Hobbit").click()
    page.get_by_text("Edit", exact=True).click()
    expect(page.get_by_label("End position")).to_have_value("2:00:00")
    page.get_by_label("End position").fill("")
    page.get_by_label("Finished it").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("End position")).to_have_count(1)


@flow
def edit_stories(page, server):
    """Add a story, mark it as favourite, edit it, continue it, delete and restore it."""
    page.goto("/stories")
    expect(page.get_by_text("No stories yet.")).to_be_visible()
    page.get_by_text("Add a story").click()
    page.get_by_label("Title").fill("Persuasion")
    page.get_by_label("Length").fill("long")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("“long” is not hours, minutes and seconds of audio")
    page.get_by_label("Length").fill("8:30:00")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Add to favourites").click()
    expect(page.get_by_role("button", name="★ Favourite")).to_be_visible()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("Author").fill("Jane Austen")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("by Jane Austen")).to_be_visible()
    page.get_by_role("button", name="Listen", exact=True).click()
    expect(page.get_by_role("timer")).to_be_visible()
    server.set_clock("2026-03-05T20:00:00Z")
    page.reload()
    page.get_by_label("Current position").fill("1:00:00")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Listen to Persuasion")).to_be_visible()
    page.goto("/stories?favorites=yes")
    page.get_by_role("link", name="Persuasion").click()
    page.get_by_text("Delete", exact=True).first.click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("link", name="Persuasion")).to_have_count(0)
    page.get_by_role("link", name="Deleted stories").click()
    page.get_by_role("button", name="Restore Persuasion").click()
    expect(page.get_by_role("heading", name="Persuasion")).to_be_visible()


@flow
def share_listening_statistics(page, server):
    """Create a share link, open it as a guest, and revoke it."""
    start(page)
    server.set_clock("2026-03-05T20:00:00Z")
    page.reload()
    page.get_by_label("Finished it").check()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("timer")).to_have_count(0)
    page.goto("/listening")
    page.get_by_role("link", name="Share my listening").click()
    page.get_by_role("radio", name="Last 7 days").check()
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    assert re.search(r"/shared/own/[0-9a-f]{64}$", link), link
    page.get_by_role("link", name="Preview").click()
    expect(page.get_by_text("story finished", exact=True)).to_be_visible()
    expect(page.get_by_text("The Hobbit")).to_have_count(0)
    page.goto("/listening/share")
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
    page.goto(link)
    expect(page.get_by_text("was revoked")).to_be_visible()
