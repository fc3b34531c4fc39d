"""A proxy that can fall silent: it still accepts connections but forwards nothing."""

import contextlib
import socket
import threading
import urllib.parse


class Network:
    """A proxy between browser and server; it shortens the service worker's timeout for the tests."""

    def __init__(self, url):
        self.there = urllib.parse.urlsplit(url).netloc
        self.carries = threading.Event()
        self.carries.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.here = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.url = f"http://{self.here}"

    def ask(self, chunk):
        """Rewrites a request as if the browser had sent it to the server, without compression."""
        own = chunk.replace(self.here.encode(), self.there.encode())
        return own.replace(b"Accept-Encoding", b"Refused-Encoding")

    def answer(self, chunk):
        """Rewrites a response without changing its length."""
        return chunk.replace(b"timeout = 6_000", b"timeout =   300")

    def take(self):
        """Accepts connections until the listener closes."""
        with contextlib.suppress(OSError):
            while True:
                browser, _ = self.listener.accept()
                host, port = self.there.split(":")
                server = socket.create_connection((host, int(port)))
                for ways in ((browser, server, self.ask), (server, browser, self.answer)):
                    threading.Thread(target=self.carry, args=ways, daemon=True).start()

    def carry(self, source, sink, changed):
        """Forwards data, unless the proxy is silent, until one side closes."""
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
