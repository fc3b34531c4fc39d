"""A proxy between devices and a server that drops, delays, truncates and repeats messages."""

import random
import socket
import threading
import time


class Line:
    """Listens on a port and forwards one request per connection, with faults."""

    def __init__(self, target, seed):
        self.target = target
        self.chance = random.Random(seed)
        self.faults = 0.4
        self.counts = {}
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        """Accepts connections forever."""
        while True:
            client, _ = self.door.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def fault(self):
        """Returns the fault for the next request."""
        if self.chance.random() >= self.faults:
            return "none"
        return self.chance.choice(["refused", "cut request", "cut answer", "delayed", "repeated"])

    def serve(self, client):
        """Forwards one request, or drops it."""
        fault = self.fault()
        self.counts[fault] = self.counts.get(fault, 0) + 1
        with client:
            try:
                self.carry(client, fault)
            except OSError:
                pass

    def carry(self, client, fault):
        """Forwards a request and its response, with a fault."""
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
        """Returns the server's response to a request, after replacing the host with the server's."""
        mine, theirs = self.url.removeprefix("http://"), f"127.0.0.1:{self.target()}"
        request = request.replace(mine.encode(), theirs.encode(), 1)
        with socket.create_connection(("127.0.0.1", self.target()), timeout=30) as server:
            server.sendall(request)
            return b"" if hangs_up else whole(server)


def whole(peer):
    """Returns one HTTP message with its body, as bytes."""
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
    """Returns the next bytes; raises an error at the end."""
    data = peer.recv(65536)
    if not data:
        raise OSError("closed")
    return data
