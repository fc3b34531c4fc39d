"""Devices that send what a person reads."""

import hashlib
import json
import urllib.request

from playwright.sync_api import expect

from flows import among_others
from people import become


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
