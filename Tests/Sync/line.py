"""A line between devices and a server that drops, delays, cuts and repeats what goes over it."""

import random
import socket
import threading
import time


class Line:
    """Listens on a port and passes requests on, one for each connection, with faults."""

    def __init__(self, target, seed):
        self.target = target
        self.chance = random.Random(seed)
        self.faults = 0.4
        self.counts = {}
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        """Takes connections for ever."""
        while True:
            client, _ = self.door.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def fault(self):
        """What happens to the next request."""
        if self.chance.random() >= self.faults:
            return "none"
        return self.chance.choice(["refused", "cut request", "cut answer", "delayed", "repeated"])

    def serve(self, client):
        """Passes one request on, or does not."""
        fault = self.fault()
        self.counts[fault] = self.counts.get(fault, 0) + 1
        with client:
            try:
                self.carry(client, fault)
            except OSError:
                pass

    def carry(self, client, fault):
        """Carries a request to the server and its answer back, with a fault."""
        if fault == "refused":
            return
        request = whole(client)
        if fault == "delayed":
            time.sleep(self.chance.uniform(0.05, 0.4))
        if fault == "cut request":
            self.ask(request[: self.chance.randrange(1, len(request))], hangs_up=True)
            return
        answer = self.ask(request)
        if fault == "repeated":
            answer = self.ask(request)
        if fault == "cut answer":
            answer = answer[: self.chance.randrange(0, max(1, len(answer)))]
        client.sendall(answer)

    def ask(self, request, hangs_up=False):
        """What the server answers to the bytes of a request, which names the server as its host."""
        mine, theirs = self.url.removeprefix("http://"), f"127.0.0.1:{self.target()}"
        request = request.replace(mine.encode(), theirs.encode(), 1)
        with socket.create_connection(("127.0.0.1", self.target()), timeout=30) as server:
            server.sendall(request)
            return b"" if hangs_up else whole(server)


def whole(peer):
    """One message of HTTP with its body, as bytes."""
    peer.settimeout(30)
    data = b""
    while b"\r\n\r\n" not in data:
        data += received(peer)
    head, _, body = data.partition(b"\r\n\r\n")
    fields = dict(
        line.lower().split(b":", 1) for line in head.split(b"\r\n")[1:] if b":" in line
    )
    if b"chunked" in fields.get(b"transfer-encoding", b""):
        while not data.endswith(b"0\r\n\r\n"):
            data += received(peer)
        return data
    left = int(fields.get(b"content-length", b"0")) - len(body)
    while left > 0:
        more = received(peer)
        data, left = data + more, left - len(more)
    return data


def received(peer):
    """The next bytes; an error when there are none."""
    data = peer.recv(65536)
    if not data:
        raise OSError("closed")
    return data
