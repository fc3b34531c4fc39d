"""An unreliable connection: it loses responses, duplicates and delays requests, and replays old ones."""

import http.server
import threading
import urllib.error
import urllib.request

FAULTS = ["none", "lost", "unanswered", "twice", "late", "503"]
SESSIONS = "/api/v1/analytics/sessions"


class FlakyLine:
    """A proxy that randomly disturbs each posted session."""

    def __init__(self, url, chance):
        self.url, self.chance = url, chance
        self.is_flaky = True
        self.late, self.seen = [], []
        self.lock = threading.Lock()
        line = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """Handles one request of the app."""

            def do_GET(self):
                line.carry(self, None)

            def do_POST(self):
                line.carry(self, self.rfile.read(int(self.headers.get("Content-Length", 0))))

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def carry(self, handler, body):
        """Forwards a request, or does not."""
        request = (handler.command, handler.path, body, dict(handler.headers))
        fault = "none"
        if handler.command == "POST" and handler.path == SESSIONS:
            with self.lock:
                self.seen.append(request)
                if self.is_flaky:
                    fault = self.chance.choice(FAULTS)
        if fault == "late":
            self.late.append(request)
        if fault in {"lost", "late"}:
            return handler.connection.close()
        if fault == "503":
            return self.answer(handler, 503, b"<html>Come back later</html>")
        status, said = self.send(*request)
        if fault == "twice":
            status, said = self.send(*request)
        if fault == "unanswered":
            return handler.connection.close()
        return self.answer(handler, status, said)

    def send(self, method, path, body, head):
        """Sends a request to the server."""
        request = urllib.request.Request(self.url + path, body, method=method)
        for name in "Authorization", "Content-Type", "Idempotency-Key", "Origin":
            if name in head:
                request.add_header(name, self.url if name == "Origin" else head[name])
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read()

    def answer(self, handler, status, body):
        """Sends a response to the app."""
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def deliver_late(self):
        """Sends the delayed requests in random order."""
        late, self.late = self.late, []
        self.chance.shuffle(late)
        for request in late:
            self.send(*request)

    def replay(self):
        """Sends all recorded requests once more in random order."""
        for request in self.chance.sample(self.seen, len(self.seen)):
            self.send(*request)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
