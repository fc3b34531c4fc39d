"""Shared parts of the drills with one server and one device, and the commands of the page that they follow."""

import contextlib
import os
import pathlib
import re

from cairn import Cairn, Client
from people import Device

PAGE = pathlib.Path(__file__).parents[2] / "docs/operate-postgres.md"


def told(words):
    """Returns the code block of the page that contains a text."""
    (block,) = [block for block in re.findall(r"```\w*\n(.*?)```", PAGE.read_text(), re.DOTALL) if words in block]
    return block


class Drill:
    """`cairn serve` for one person at a fixed port, whatever its database, and the person's device."""

    def __init__(self, cairn, folder):
        self.cairn, self.folder = cairn, pathlib.Path(folder)
        self.port, self.token = 0, None

    @contextlib.contextmanager
    def serving(self, node, prepares=False):
        """Serves the database of a node; `prepares` first creates the schema, the person and the device."""
        tool = Cairn(self.cairn, self.folder, [node.folder])
        if prepares:
            tool.prepare("ann")
        server, self.port = tool.serve("server", port=self.port)
        try:
            if prepares:
                self.token = Client(self.port).sign_in("ann").token
                self.device = Device(self.cairn, os.path.join(self.folder, "device"), self.port, self.token)
            yield tool
        finally:
            server.terminate()
            server.wait()

    def export(self):
        """Returns the server's export of the log."""
        status, text = Client(self.port, self.token).ask("GET", "/api/v1/exports/cairn")
        assert status == 200, (status, text)
        return text
