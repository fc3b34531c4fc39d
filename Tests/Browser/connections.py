"""Devices that send what a person reads."""

import hashlib
import json
import urllib.request

from playwright.sync_api import expect

from flows import among_others
from people import become

#: The id of a climbing session, as an app makes it.
EVENING = "6F9619FF-8B86-4011-B42D-00C04FC964FF"


@among_others
def connect_an_ereader(page, server):
    """Add a device, see where it is, say which book that is, pause it and remove it."""
    server.run("account", "create", "ann", said="the password of ann\n")
    become(page, "ann")
    add_book(page, "Emma")
    page.goto("/settings/devices")
    page.get_by_role("link", name="KOReader").click()
    page.get_by_label("Device name").fill("Kobo")
    page.get_by_role("button", name="Add device").click()
    expect(page.get_by_role("heading", name="Set up Kobo")).to_be_visible()
    address = page.get_by_label("Custom sync server").input_value()
    assert address.endswith("/koreader"), address
    password = page.get_by_role("textbox", name="Password").input_value()
    report(address, password, 0.42)
    page.goto("/settings/connections")
    kobo = page.get_by_role("article", name="Kobo")
    expect(kobo).to_contain_text("last contact")
    expect(kobo).to_contain_text("42 % · Kobo Libra")
    expect(page.get_by_text(password)).to_have_count(0)
    page.get_by_label("Which book is this?").fill("Emma")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Which book is this?")).to_have_count(0)
    page.get_by_role("link", name="Emma").click()
    expect(page.get_by_text("201 of 480")).to_be_visible()
    page.goto("/settings/connections")
    page.get_by_role("button", name="Pause Kobo").click()
    expect(page.get_by_role("article", name="Kobo")).to_contain_text("paused")
    page.get_by_text("Remove", exact=True).click()
    page.get_by_role("button", name="Remove Kobo").click()
    expect(page.get_by_role("article", name="Kobo")).to_have_count(0)


@among_others
def connect_a_climbing_app(page, server):
    """Sign in to a climbing app with the account, see what it sent, and sign it out."""
    server.run("account", "create", "ann", said="the password of ann\n")
    become(page, "ann")
    page.goto("/settings/devices")
    page.get_by_role("link", name="climbing apps").click()
    address = page.get_by_label("Server address").input_value()
    climb(address, "the password of ann")
    page.goto("/settings/connections")
    app = page.get_by_role("article", name="SwiftClimb")
    expect(app).to_contain_text("Climbing app · last contact")
    expect(app).to_contain_text("1 session")
    expect(app.get_by_role("button", name="New password")).to_have_count(0)
    page.goto("/sessions/" + EVENING.lower())
    expect(page.get_by_text("bouldering").first).to_be_visible()
    page.goto("/settings/connections")
    page.get_by_text("Remove", exact=True).click()
    page.get_by_role("button", name="Remove SwiftClimb").click()
    expect(page.get_by_role("article", name="SwiftClimb")).to_have_count(0)


def climb(address, password):
    """Signs in and pushes a session as a climbing app does."""
    signed = send(
        address + "/auth/v1/token?grant_type=password", {"email": "ann", "password": password}
    )
    session = {
        "id": EVENING, "discipline": "bouldering",
        "started_at": "2026-01-05T08:00:00Z", "ended_at": "2026-01-05T09:30:00Z",
    }
    send(address + "/rest/v1/sessions?on_conflict=id&select=*", session, signed["access_token"])


def send(address, body, token=None):
    """Sends JSON and returns the JSON of the response."""
    request = urllib.request.Request(address, json.dumps(body).encode(), method="POST")
    request.add_header("Content-Type", "application/json")
    request.add_header("User-Agent", "SwiftClimb/7 CFNetwork/1494.0.7 Darwin/23.4.0")
    request.add_header("Prefer", "return=representation,resolution=merge-duplicates")
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def add_book(page, title):
    """Adds a book to the library."""
    page.goto("/shelf")
    page.get_by_text("Add a book").click()
    page.get_by_label("Title", exact=True).fill(title)
    page.get_by_label("Pages", exact=True).fill("480")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()


def report(address, password, share):
    """Reports progress as KOReader does."""
    body = {
        "document": "0b229176d4e8db7f6d2b5a4952368d7a", "progress": "/body/p[3]",
        "percentage": share, "device": "Kobo Libra", "device_id": "5C0FFEE",
        "metadata": {"filename": "emma-1815.epub"},
    }
    request = urllib.request.Request(
        address + "/syncs/progress", json.dumps(body).encode(), method="PUT"
    )
    request.add_header("Content-Type", "application/json")
    request.add_header("x-auth-user", "ann")
    request.add_header("x-auth-key", hashlib.md5(password.encode()).hexdigest())
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200
