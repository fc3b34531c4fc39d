"""A network before a server that can fall silent: it still takes connections, and carries nothing."""

import contextlib
import socket
import threading
import urllib.parse


class Network:
    """Carries bytes between a browser and a server; its worker waits a shorter while, as no test should."""

    def __init__(self, url):
        self.there = urllib.parse.urlsplit(url).netloc
        self.carries = threading.Event()
        self.carries.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.here = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.url = f"http://{self.here}"

    def ask(self, chunk):
        """What a browser sent, as the server would get it from a browser of its own, and not packed."""
        own = chunk.replace(self.here.encode(), self.there.encode())
        return own.replace(b"Accept-Encoding", b"Refused-Encoding")

    def answer(self, chunk):
        """What the server sent, of the same length."""
        return chunk.replace(b"patience = 6_000", b"patience =   300")

    def take(self):
        """Takes connections until there is no more listener."""
        with contextlib.suppress(OSError):
            while True:
                browser, _ = self.listener.accept()
                host, port = self.there.split(":")
                server = socket.create_connection((host, int(port)))
                for ways in ((browser, server, self.ask), (server, browser, self.answer)):
                    threading.Thread(target=self.carry, args=ways, daemon=True).start()

    def carry(self, source, sink, changed):
        """Carries what comes, once the network carries anything, until one side is gone."""
        with contextlib.suppress(OSError):
            while chunk := source.recv(65_536):
                self.carries.wait()
                sink.sendall(changed(chunk))
        for side in (source, sink):
            with contextlib.suppress(OSError):
                side.shutdown(socket.SHUT_RDWR)

    def __enter__(self):
        threading.Thread(target=self.take, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.carries.set()
        self.listener.close()
