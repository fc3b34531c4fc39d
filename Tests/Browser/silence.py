"""What becomes of a page and of a tap where the network takes everything and answers nothing, or lies."""

import contextlib

from playwright.sync_api import expect

from flows import lively
from network import Network
from offline import ready, sent, sessions


@contextlib.contextmanager
def behind(page, server):
    """A browser behind a network that can fall silent; the page ends where all flows do."""
    with Network(server.url) as network:
        context = page.context.browser.new_context(base_url=network.url)
        yield network, context.new_page()
        network.carries.set()
        context.close()
    page.goto("/settings")


@lively
def come_up_in_a_silent_network(page, server):
    """The page without a network is there at once, and soon in the place of every other."""
    with behind(page, server) as (network, own):
        ready(own)
        network.carries.clear()
        own.goto("/offline", timeout=5_000)
        expect(own.get_by_text("There is no connection")).to_be_visible()
        own.goto("/history", timeout=5_000)
        own.get_by_label("Title").fill("Emma")
        own.get_by_role("button", name="Start reading").click()
        expect(own.get_by_role("timer")).to_be_visible()
        network.carries.set()
        own.goto("/offline")
        sent(own)
    assert len(sessions(server)) == 1
