"""Looks at every page and walks every flow in a real browser.

Usage: browser.py --cairn PATH --chromium PATH --shots FOLDER [--pictures FOLDER] [--only WORD]

With --pictures those of the README are taken anew.
"""

import argparse
import pathlib
import sys
import tempfile
import traceback

from playwright.sync_api import Error, sync_playwright

import asking  # noqa: F401 its flows join the others
import climbing  # noqa: F401 its flows join the others
import conflicts  # noqa: F401 its flows join the others
import diversity  # noqa: F401 its flows join the others
import leaving  # noqa: F401 its flows join the others
import listening  # noqa: F401 its flows join the others
import losing  # noqa: F401 its flows join the others
import offline  # noqa: F401 its flows join the others
import people  # noqa: F401 its flows join the others
import reception  # noqa: F401 its flows join the others
import redrawing  # noqa: F401 its flows join the others
import silence  # noqa: F401 its flows join the others
import stranded  # noqa: F401 its flows join the others
from flows import FLOWS
from looks import LOOKS, Visitor
from server import Server
from shots import look_at_all

NOW = "2026-03-05T19:00:00Z"


def walk(flow, browser, cairn, screen, theme, has_script=True):
    """Walks one flow on a log of its own; what is left on the screen must be sound as well."""
    with tempfile.TemporaryDirectory() as folder, Server(cairn, folder, NOW, flow.mode) as server:
        visitor = Visitor(browser, server.url, screen, theme, has_script)
        flow(visitor.page, server)
        visitor.check(flow.__name__)
        visitor.close()


def looks(flow, place, words):
    """The looks a flow is walked in.

    What JavaScript does is walked on one screen of each size, one light and the other dark, or in all
    four when it is asked for by name.
    """
    if words.only or not flow.needs_script:
        return LOOKS
    return [look for turn, look in enumerate(LOOKS) if turn in ((0, 3), (1, 2))[place % 2]]


def attempts(browser, words):
    """Everything there is to try, with its name."""
    for place, flow in enumerate(FLOWS):
        for screen, theme in looks(flow, place, words):
            yield (
                f"{flow.__name__} {screen} {theme}",
                lambda: walk(flow, browser, words.cairn, screen, theme),
            )
        if not flow.needs_script:
            yield (
                f"{flow.__name__} phone light without script",
                lambda: walk(flow, browser, words.cairn, "phone", "light", has_script=False),
            )
    for screen, theme in LOOKS:
        yield (
            f"pages {screen} {theme}",
            lambda: look_at_all(browser, words, screen, theme),
        )


def tried(attempt):
    """Makes an attempt, and once more when the browser and not the page failed."""
    try:
        attempt()
    except Error as error:
        if "Protocol error" not in str(error):
            raise
        print(f"once more: {error}", file=sys.stderr)
        attempt()


def main():
    """Tries everything and counts what failed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--chromium", required=True)
    parser.add_argument("--shots", required=True, type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only", default="")
    words = parser.parse_args()
    words.shots.mkdir(parents=True, exist_ok=True)
    failed = count = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=words.chromium, args=["--no-sandbox", "--font-render-hinting=none"]
        )
        for name, attempt in attempts(browser, words):
            if words.only not in name:
                continue
            count += 1
            try:
                tried(attempt)
            except Exception:
                failed += 1
                print(f"FAILED {name}\n{traceback.format_exc(limit=-2)}", file=sys.stderr)
        browser.close()
    print(f"browser: {count - failed} of {count} passed; screenshots are in {words.shots}")
    sys.exit(1 if failed or not count else 0)


if __name__ == "__main__":
    main()
