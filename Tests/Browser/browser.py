"""Tests every page and every flow in a real browser.

Usage: browser.py --cairn PATH --chromium PATH --shots FOLDER [--all] [--pictures FOLDER] [--only WORD] [--at-once N]

Each test runs once, in alternating looks, or in all looks with --all, which also saves screenshots; --pictures takes
the pictures of the README again. There are as many browsers as cores.
"""

import argparse
import multiprocessing.util
import os
import pathlib
import sys
import tempfile
import time
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial

from playwright.sync_api import Error, sync_playwright

import asking  # noqa: F401 its flows join the others
import climbing  # noqa: F401 its flows join the others
import conflicts  # noqa: F401 its flows join the others
import connections  # noqa: F401 its flows join the others
import diversity  # noqa: F401 its flows join the others
import frame  # noqa: F401 its flows join the others
import gym  # noqa: F401 its flows join the others
import insights  # noqa: F401 its flows join the others
import leaving  # noqa: F401 its flows join the others
import listening  # noqa: F401 its flows join the others
import losing  # noqa: F401 its flows join the others
import offline  # noqa: F401 its flows join the others
import past  # noqa: F401 its flows join the others
import people  # noqa: F401 its flows join the others
import reception  # noqa: F401 its flows join the others
import redrawing  # noqa: F401 its flows join the others
import settings  # noqa: F401 its flows join the others
import silence  # noqa: F401 its flows join the others
import stale  # noqa: F401 its flows join the others
import stranded  # noqa: F401 its flows join the others
import tapping  # noqa: F401 its flows join the others
import welcome  # noqa: F401 its flows join the others
from flows import FLOWS
from looks import LOOKS, Visitor
from outcome import Outcome, failures, longest, summary
from server import Server
from shots import look_at
from ways import looks_of, sights_in

NOW = "2026-03-05T19:00:00Z"


def walk(flow, browser, cairn, screen, theme, has_script=True):
    """Runs one flow on its own log; the final page must be sound as well."""
    with tempfile.TemporaryDirectory() as folder, Server(cairn, folder, NOW, flow.mode) as server:
        visitor = Visitor(browser, server.url, screen, theme, has_script)
        flow(visitor.page, server)
        visitor.check(flow.__name__)
        visitor.close()


def attempts(browser, words):
    """Returns all tests by name, the longest first."""
    for look in LOOKS:
        yield f"pages {' '.join(look)}", partial(look_at, sights_in(look, words), browser, words, *look)
    for place, flow in enumerate(FLOWS):
        way = partial(walk, flow, browser, words.cairn)
        for screen, theme in looks_of(flow, place, words):
            yield f"{flow.__name__} {screen} {theme}", partial(way, screen, theme)
        if not flow.needs_script:
            yield (
                f"{flow.__name__} phone light without script",
                partial(way, "phone", "light", has_script=False),
            )


def with_retry(attempt):
    """Runs a test and returns its result; repeats it once if the browser itself failed."""
    try:
        return attempt()
    except Error as error:
        if "Protocol error" not in str(error):
            raise
        print(f"once more: {error}", file=sys.stderr)
        return attempt()


class Walker:
    """A process with its own browser that runs one test after another."""

    def __init__(self, words):
        """Starts the browser, which ends with the process."""
        manager = sync_playwright()
        browser = manager.start().chromium.launch(
            executable_path=words.chromium, args=["--no-sandbox", "--font-render-hinting=none"]
        )
        multiprocessing.util.Finalize(None, manager.__exit__, exitpriority=1)
        multiprocessing.util.Finalize(None, browser.close, exitpriority=2)
        self.attempts = dict(attempts(browser, words))

    def outcome(self, name):
        """Runs a test and returns its outcome."""
        begun = time.monotonic()
        pages, failure = 0, ""
        try:
            pages = with_retry(self.attempts[name]) or 0
        except Exception:
            failure = f"FAILED {name}\n{traceback.format_exc(limit=-2)}"
        return Outcome(name, time.monotonic() - begun, pages, failure)

    @classmethod
    def begin(cls, words):
        """Creates the walker of this process."""
        cls.own = cls(words)

    @classmethod
    def walk(cls, name):
        """Runs a test in the walker of this process."""
        return cls.own.outcome(name)


def parse_arguments():
    """Parses the arguments."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    parser.add_argument("--chromium", required=True)
    parser.add_argument("--shots", required=True, type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--at-once", type=int, default=len(os.sched_getaffinity(0)))
    words = parser.parse_args()
    words.all = words.all or words.pictures is not None
    return words


def run_all(names, words):
    """Yields the outcomes of all tests, run in parallel, and prints each failure at once."""
    outcomes = []
    # A process of the pool that dies early ends the whole run.
    with ProcessPoolExecutor(words.at_once, initializer=Walker.begin, initargs=[words]) as pool:
        for done in as_completed([pool.submit(Walker.walk, name) for name in names]):
            outcomes.append(done.result())
            if outcomes[-1].failure:
                print(outcomes[-1].failure, file=sys.stderr)
            if len(outcomes) % 20 == 0:
                failed = sum(bool(one.failure) for one in outcomes)
                print(f"browser: {len(outcomes)} of {len(names)}, {failed} failed", file=sys.stderr)
    return outcomes


def main():
    """Runs everything and prints the outcome."""
    words, begun = parse_arguments(), time.monotonic()
    words.shots.mkdir(parents=True, exist_ok=True)
    names = [name for name, _ in attempts(None, words) if words.only in name]
    outcomes = run_all(names, words)
    print(f"The walks that took longest:\n{longest(outcomes)}\n{failures(outcomes)}")
    print(f"browser: {summary(outcomes)}, in {time.monotonic() - begun:.0f} s")
    if words.all:
        print(f"browser: pictures are in {words.shots}")
    sys.exit(1 if not names or any(one.failure for one in outcomes) else 0)


if __name__ == "__main__":
    main()
