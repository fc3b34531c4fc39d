"""A thousand hostile requests: none causes a server error, and a rejected one changes nothing."""

import random
import tempfile

from server import JSON, Server

#: The number of requests.
COUNT = 1_500
SCRIPT = "<script>alert(1)</script>"
TEXTS = [
    SCRIPT, '"><img src=x onerror=alert(1)>', "' OR 1=1 --", "\u202eevil", "\0", "", "%00",
    "../../etc/passwd", "{{7*7}}", "=cmd|' /C calc'!A0", "javascript:alert(1)", "\ud800", "🙂" * 40,
    "2026-02-30", "9999-12-31T23:59:59Z", "-1", "9223372036854775808", "1e309", "\r\nX-Evil: 1",
]
VALUES = [
    None, True, False, 0, -1, 2**63, 2**64, 1.5, 1e308, [], {}, [[[[[]]]]], {"a": {"b": 1}},
    "x" * 70_000, ["x"] * 3_000,
]
BODIES = [
    b"", b"{", b"[", b"null", b"{}{}", b'{"title":"a","title":"b"}', b"\xff\xfe", b"\0" * 64,
    b"[" * 5_000, b'{"title":' + b'"a' * 3_000, b"x" * (1 << 20) + b"x", b'{"a":1e400}',
]
KINDS = [JSON, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]


class Foe:
    """An attacker who knows the description and violates it."""

    def __init__(self, document, ids, seed):
        self.random, self.ids = random.Random(seed), ids
        self.operations = [
            (method.upper(), path, operation)
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
            if path not in ("/api/v1/changes", "/api/v1/sign-out")
        ]

    def value(self, schema):
        """Returns a value for a member: almost valid, or completely invalid."""
        kind = self.random.random()
        if kind < 0.55:
            return self.random.choice(TEXTS)
        if kind < 0.75:
            return self.random.choice(VALUES)
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        return {"integer": 7, "boolean": True, "array": [SCRIPT]}.get(schema.get("type"), SCRIPT)

    def body(self, operation):
        """Returns a body and its declared content type."""
        content = operation.get("requestBody", {}).get("content", {})
        if self.random.random() < 0.2 or JSON not in content:
            return self.random.choice(BODIES), self.random.choice(KINDS + list(content))
        members = content[JSON]["schema"].get("properties", {})
        chosen = {name: self.value(schema) for name, schema in members.items()
                  if self.random.random() < 0.6}
        if self.random.random() < 0.1:
            chosen[self.random.choice(TEXTS)] = SCRIPT
        return chosen, JSON

    def path(self, path, operation):
        """Returns a path with known or random ids."""
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                known = self.random.choice(self.ids)
                part = known if self.random.random() < 0.6 else self.random.choice(TEXTS)
                path = path.replace("{" + parameter["name"] + "}", quoted(part))
            elif parameter["in"] == "query" and self.random.random() < 0.5:
                path += "&" if "?" in path else "?"
                path += f"{parameter['name']}={quoted(str(self.value(parameter['schema'])))}"
        return path[:9_000]

    def request(self):
        """Returns method, path, body and content type."""
        method, path, operation = self.random.choice(self.operations)
        if method == "GET":
            return method, self.path(path, operation), None, JSON
        body, kind = self.body(operation)
        return method, self.path(path, operation), body, kind


def quoted(text):
    """Returns a text percent-encoded for an address."""
    return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))


def check_hostile(cairn):
    """Sends all requests and compares the log after each rejected one."""
    with tempfile.TemporaryDirectory() as folder:
        with Server(cairn, folder, "--single-user") as server:
            book = server.ask("POST", "/api/v1/books", {"title": "Emma", "pages": 300}).json()
            session = server.ask("POST", "/api/v1/sessions", {"book": book["id"]}).json()
            wall = server.ask("POST", "/api/v1/sessions", {"kind": "climbing"}).json()
            path = f"/api/v1/sessions/{wall['id']}/climbs"
            climb = server.ask("POST", path, {"name": "Cave", "attempts": 2}).json()
            document = server.ask("GET", "/api/v1/openapi.json").json()
            known = [book["id"], session["id"], wall["id"], climb["id"], climb["attempts"][0]["id"]]
            foe = Foe(document, [*known, "7"], seed=1)
            before = contents(server)
            refused = 0
            for number in range(COUNT):
                method, path, body, kind = foe.request()
                answer = server.ask(method, path, body, kind)
                told = (number, method, path[:200], str(body)[:300], kind, answer.body[:300])
                assert answer.status < 500, told
                if answer.status < 400:
                    before = contents(server)
                    continue
                refused += 1
                assert b'"code"' in answer.body or b'"error"' in answer.body, told
                if method != "GET":
                    assert contents(server) == before, told
            for page in ("/", "/history", "/shelf", "/insights", "/settings", "/changes",
                         "/logbook", f"/sessions/{wall['id']}", f"/climbs/{climb['id']}",
                         f"/books/{book['id']}", f"/sessions/{session['id']}"):
                shown = server.ask("GET", page)
                assert shown.status in (200, 303, 404), (page, shown.status)
                for mark in (SCRIPT, "<img src=x"):
                    assert mark.encode() not in shown.body, f"{page} shows {mark}"
            assert refused > COUNT // 3, refused
            return f"{COUNT} requests, {refused} refused, nothing changed by them"


def contents(server):
    """Returns the whole log."""
    answer = server.ask("GET", "/api/v1/exports/cairn")
    assert answer.status == 200, answer.status
    return answer.body
