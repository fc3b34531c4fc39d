"""What climbers do on the pages, at the wall and afterwards."""

import re

from playwright.sync_api import expect

from flows import flow, lively


def without_worker(page):
    """Disables the service worker."""
    page.add_init_script("delete Navigator.prototype.serviceWorker")


def start(page, place="Boulder Hall"):
    """Starts a climbing session with details."""
    page.goto("/")
    page.get_by_text("Add details first").click()
    page.get_by_role("radio", name="bouldering").check()
    page.get_by_role("group", name="Mental readiness").get_by_role("radio", name="4").check()
    page.get_by_label("Gym or crag").fill(place)
    page.get_by_role("button", name="Start", exact=True).last.click()
    expect(page.get_by_role("timer")).to_be_visible()


def add(page, name, grade, outcome="Project (no attempts)", attempts="1"):
    """Adds a climb to the session."""
    if page.get_by_role("button", name="Save climb").is_hidden():
        page.get_by_text("New climb").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Grade", exact=True).fill(grade)
    page.get_by_role("radio", name=outcome).check()
    page.get_by_label("Attempts", exact=True).fill(attempts)
    page.get_by_role("button", name="Save climb").click()


def climb(page, name):
    """Returns the card of a climb."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("link", name=name))


@flow
def climb_an_evening(page, server):
    """Start with details, a rejected grade, a climb with tags, falls and a send, and the end."""
    start(page)
    pills = page.get_by_role("list", name="So far")
    expect(pills).to_contain_text("Mental 4/5")
    expect(pills).not_to_contain_text("Physical")
    page.get_by_text("New climb").click()
    page.get_by_text("Hold types").click()
    page.get_by_role("radiogroup", name="crimp").get_by_label("hindered").check()
    add(page, "Cave Roof", "V99", "✗ fell", "2")
    expect(page.get_by_role("alert")).to_contain_text("not in the V scale")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Cave Roof")
    expect(page.get_by_role("radio", name="✗ fell")).to_be_checked()
    expect(page.get_by_role("radiogroup", name="crimp").get_by_label("hindered")).to_be_checked()
    page.get_by_label("Grade", exact=True).fill("V4")
    page.get_by_role("button", name="Save climb").click()
    expect(climb(page, "Cave Roof")).to_contain_text("Hindered: crimp")
    page.get_by_role("button", name="✓ Sent: “Cave Roof” V4").click()
    expect(climb(page, "Cave Roof")).to_contain_text("sent, redpoint")
    marks = climb(page, "Cave Roof").get_by_role("list").get_by_role("listitem")
    expect(marks).to_contain_text(["fell", "fell", "sent, redpoint"])
    expect(page.get_by_role("status")).to_contain_text("sent, redpoint")
    page.get_by_role("button", name="Undo").click()
    expect(marks).to_have_count(2)
    page.get_by_text("End this session").click()
    page.get_by_role("group", name="RPE").get_by_role("radio", name="7").check()
    page.get_by_role("group", name="Pump").get_by_role("radio", name="3 some").check()
    page.get_by_role("group", name="Pump").get_by_role("radio", name="Not set").check()
    page.get_by_label("Notes").last.fill("close")
    server.set_clock("2026-03-05T20:30:00Z")
    page.get_by_role("button", name="End session").click()
    expect(page.get_by_text("7 of 10")).to_be_visible()
    expect(page.get_by_text("Pump", exact=True).filter(visible=True)).to_have_count(0)
    expect(page.locator("p.note")).to_have_text("close")


@flow
def climb_and_read_at_once(page, server):
    """A climbing and a reading session run at once and stop separately."""
    server.run("start", "read", "Emma")
    page.goto("/")
    page.get_by_role("button", name="Start climbing").click()
    expect(page.get_by_role("heading", name="Climbs")).to_be_visible()
    server.set_clock("2026-03-05T19:30:00Z")
    page.goto("/")
    expect(page.get_by_role("timer")).to_have_count(2)
    page.get_by_label("Page", exact=True).fill("12")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("timer")).to_have_count(1)
    page.get_by_role("link", name="Open session").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.get_by_text("End this session").click()
    page.get_by_role("button", name="End session").click()
    expect(page.get_by_text("No climbs logged.")).to_be_visible()


@flow
def edit_a_climbing_session(page, server):
    """Edit a session across midnight, add, change and delete a climb, and undo that."""
    server.set_clock("2026-03-04T21:30:00Z")
    server.run("start", "climb", "--mental", "3")
    server.run("climb", "add", "Old Friend", "V3", "--attempts", "2", "--send", "redpoint")
    server.set_clock("2026-03-05T08:00:00Z")
    server.run("stop", "--at", "2026-03-04T23:00:00+01:00")
    page.goto("/history?kind=climbing")
    page.get_by_role("link", name="Climbing").last.click()
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("End", exact=True).fill("2026-03-05T00:45")
    page.get_by_role("group", name="Mental readiness").get_by_role("radio", name="Not set").check()
    page.get_by_role("group", name="RPE").get_by_role("radio", name="8").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("2h 15m")).to_be_visible()
    expect(page.get_by_text("8 of 10")).to_be_visible()
    expect(page.get_by_text("3 of 5")).to_have_count(0)
    page.get_by_text("Add a climb").click()
    page.get_by_label("Name", exact=True).fill("Forgotten")
    page.get_by_role("button", name="Save climb").click()
    expect(climb(page, "Forgotten")).to_be_visible()
    page.get_by_role("link", name="Old Friend").click()
    page.get_by_label("Attempt 1", exact=True).select_option(label="unknown")
    with page.expect_navigation():  # the choice is visible before it is saved
        page.get_by_role("button", name="Save attempt 1").click()
    expect(page.get_by_label("Attempt 1", exact=True)).to_have_value("")
    page.get_by_label("Grade", exact=True).fill("")
    page.get_by_label("Name", exact=True).fill("Good Friend")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Good Friend")).to_be_visible()
    page.get_by_text("Delete this climb").click()
    with page.expect_navigation():  # the previous toast also has an Undo button
        page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("link", name="Good Friend")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Good Friend")).to_be_visible()


@flow
def edit_a_logbook(page, server):
    """Select sessions, save, delete and restore them."""
    page.goto("/logbook")
    expect(page.get_by_text("No climbing yet.")).to_be_visible()
    for day in ("03", "04"):
        server.set_clock(f"2026-03-{day}T18:00:00Z")
        server.run("start", "climb", "--place", f"Hall {day}")
        server.run("climb", "add", "Cave", "V3", "--sent")
        server.set_clock(f"2026-03-{day}T19:00:00Z")
        server.run("stop")
    page.reload()
    expect(page.get_by_role("link", name=re.compile("2026"))).to_have_count(2)
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing is selected")
    page.get_by_role("checkbox", name="4 Mar").check()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export CSV").click()
    assert "Hall 04" in saved.value.path().read_text(), "the session is not in its file"
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name=re.compile("2026"))).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name=re.compile("2026"))).to_have_count(2)


@flow
def edit_an_imported_logbook(page, server):
    """Days without sessions appear beside sessions: open one, select all, save, delete, undo."""
    for name, place in (("The Bard", "Arapiles"), ("Kaligula", "Arapiles"), ("Roof", "Hall")):
        server.run("climb", "add", name, "V3", "--sent", "--day", "2026-02-01", "--place", place)
    page.goto("/history")
    page.get_by_role("link", name="Bouldering · Arapiles").click()
    expect(page.get_by_role("heading", name="Arapiles")).to_be_visible()
    expect(page.get_by_role("heading", name="Hall")).to_be_visible()
    page.get_by_role("link", name="Kaligula").click()
    expect(page.get_by_label("Discipline", exact=True)).to_have_value("bouldering")
    page.get_by_text("Delete this climb").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("link", name="Kaligula")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Kaligula")).to_be_visible()
    page.get_by_role("link", name="Logbook").click()
    page.get_by_role("link", name="Select all").click()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    page.get_by_role("checkbox", name="Hall").uncheck()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export CSV").click()
    assert "The Bard" in saved.value.path().read_text(), "the climb is not in its file"
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status")).to_contain_text("2 climbs deleted")
    expect(page.get_by_role("checkbox")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("checkbox")).to_have_count(2)


@flow
def enter_grades_in_a_scale(page, server):
    """A grade is parsed in the scale chosen in Settings."""
    page.goto("/settings")
    page.get_by_label("Boulder grades").select_option("FONT")
    page.get_by_role("button", name="Save").click()
    start(page)
    add(page, "Bleau", "6B+")
    expect(climb(page, "Bleau")).to_contain_text("6B+")
    page.get_by_role("link", name="Bleau").click()
    expect(page.get_by_label("Scale")).to_have_value("FONT")


@flow
def forget_a_climbing_timer(page, server):
    """A timer that ran all night asks for its end."""
    server.run("start", "climb")
    server.set_clock("2026-03-06T09:00:00Z")
    page.goto("/")
    page.get_by_role("link", name="When did you stop?").click()
    page.get_by_role("button", name="Use that time").click()
    expect(page.get_by_role("status")).to_contain_text("Climbing session saved")


@lively
def log_a_climb_offline(page, server):
    """An unsent action is stored and shown, and takes effect once when it is sent."""
    without_worker(page)
    start(page)
    add(page, "Cave", "V3")
    expect(climb(page, "Cave")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="✗ Fell: “Cave” V3").click()
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.context.set_offline(False)
    page.get_by_role("button", name="✗ Fell: “Cave” V3").click()
    expect(climb(page, "Cave").get_by_text("fell", exact=True)).to_have_count(1)
    page.context.set_offline(True)
    add(page, "Roof", "V4", "✓ sent", "2")
    expect(page.get_by_role("alert")).to_contain_text("What you entered is kept")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Roof")
    page.context.set_offline(False)
    page.get_by_role("button", name="Save climb").click()
    expect(climb(page, "Roof")).to_have_count(1)
    page.get_by_text("End this session").click()
    page.get_by_label("Notes").last.fill("no bars down here")
    server.set_clock("2026-03-05T20:30:00Z")
    page.context.set_offline(True)
    page.get_by_role("button", name="End session").click()
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    expect(page.get_by_label("Notes").last).to_have_value("no bars down here")
    page.context.set_offline(False)
    page.get_by_role("button", name="End session").click()
    expect(page.locator("p.note")).to_have_text("no bars down here")


@lively
def lose_the_response(page, server):
    """A form with a lost response takes effect once when it is sent again."""
    without_worker(page)
    start(page)
    lost = []

    def lose(route):
        route.fetch(max_redirects=0)
        lost.append(route)
        route.abort()

    page.route("**/climbs", lose, times=1)
    add(page, "Cave", "V3")
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.get_by_role("button", name="Save climb").click()
    expect(climb(page, "Cave")).to_have_count(1)
    assert len(lost) == 1, "nothing was lost"


@lively
def edit_climbs_offline(page, server):
    """Pause, edits and deletions wait for a connection as well, and take effect once."""

    def twice(name, sent=None):
        """Taps a button offline, and then online."""
        page.context.set_offline(True)
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("No connection")
        page.context.set_offline(False)
        page.get_by_role("button", name=name, exact=True).click()
        if sent:
            expect(page.get_by_role("button", name=sent)).to_be_visible()

    without_worker(page)
    start(page)
    twice("Pause", "Resume")
    twice("Resume", "Pause")
    add(page, "Cave", "V3", "✗ fell", "2")
    page.get_by_role("link", name="Cave").click()
    page.get_by_label("Attempt 2", exact=True).select_option(label="sent")
    twice("Save attempt 2")
    expect(page.get_by_label("Attempt 2", exact=True)).to_have_value("redpoint")
    twice("Delete attempt 1")
    expect(page.get_by_label("Attempt 2", exact=True)).to_have_count(0)
    page.get_by_text("Delete this climb").click()
    twice("Delete")
    expect(page.get_by_text("No climbs yet.")).to_be_visible()
    server.set_clock("2026-03-05T20:30:00Z")
    page.get_by_text("End this session").click()
    twice("End session")
    page.get_by_text("Edit", exact=True).click()
    page.get_by_label("Note", exact=True).fill("no bars up here")
    twice("Save")
    expect(page.locator("p.note")).to_have_text("no bars up here")
    page.get_by_text("Delete", exact=True).first.click()
    twice("Delete")
    expect(page.get_by_role("status")).to_contain_text("deleted")
    page.goto("/")
    page.get_by_role("button", name="Start climbing").click()
    page.get_by_text("Discard this session").click()
    twice("Discard")
    expect(page.get_by_role("timer")).to_have_count(0)
