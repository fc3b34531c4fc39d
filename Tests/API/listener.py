"""A listening app built on requests that checks the format of every date."""

import re
import secrets

import requests

#: Date formats by the decoder that parses them (spec/listening.md 8). Every date in a response must parse with all
#: of them: today's Foundation, the one before it, and the shipped app.
PROFILES = {
    "today's": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)",
    "the old": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
    "the app's": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z",
}
MOMENTS = {
    "startedAt", "endedAt", "createdAt", "updatedAt", "unlockedAt", "lastPlayedAt", "expiresAt",
}
DAYS = {"date", "startDate", "endDate"}
SESSION = {
    "id": str, "userId": str, "storyId": str, "startedAt": str, "endedAt": (str, type(None)),
    "duration": (int, type(None)), "completed": bool, "createdAt": str, "updatedAt": str,
}
TOTALS = {
    "totalStoriesListened": int, "totalListeningTimeSeconds": int, "currentStreak": int,
    "longestStreak": int, "lastListeningDate": (str, type(None)),
}
PASSWORD = "correct horse"


def check_dates(value, path):
    """Fails for a date that some decoder cannot parse."""
    if isinstance(value, list):
        for element in value:
            check_dates(element, path)
    elif isinstance(value, dict):
        for name, member in value.items():
            check_dates(member, f"{path}.{name}")
            if isinstance(member, str):
                check_date(name, member, path)


def check_date(name, text, path):
    """Fails for a date in the wrong format for its name."""
    if name in DAYS or (name == "lastListeningDate" and "summary" in path):
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", text), f"{path}.{name} is {text}"
    elif name in MOMENTS or name == "lastListeningDate":
        for profile, form in PROFILES.items():
            assert re.fullmatch(form, text), f"{profile} decoder cannot read {path}.{name}, {text}"


def check_shape(value, shape, path):
    """Fails if a required member is missing or has another type."""
    for name, kind in shape.items():
        assert name in value, f"{path} lacks {name}"
        wrong = isinstance(value[name], bool) and kind is int
        assert isinstance(value[name], kind) and not wrong, f"{path}.{name} is {value[name]!r}"


def moment(date):
    """Formats a date as apps send it."""
    return date.strftime("%Y-%m-%dT%H:%M:%SZ")


class Listener:
    """A person with an app."""

    def __init__(self, url, name):
        self.url, self.name = url, name
        self.email = f"{name}@example.org"
        self.http = requests.Session()
        self.http.headers["Content-Type"] = "application/json"
        # A phone stores cookies and sends them back; this app does not rely on that.
        self.http.cookies.set_policy(NoCookies())

    def ask(self, method, path, body=None, **more):
        """Sends a request and checks every date in the response."""
        answer = self.http.request(method, self.url + path, json=body, timeout=20, **more)
        if "json" in answer.headers.get("Content-Type", ""):
            check_dates(answer.json(), path.split("?")[0])
        return answer

    def sign_up(self):
        """Creates the account and signs in."""
        wish = {"name": self.name, "email": self.email, "password": PASSWORD}
        answer = self.ask("POST", "/api/auth/sign-up/email", wish, headers={"Origin": self.url})
        assert answer.status_code == 200, (answer.status_code, answer.text)
        self.take(answer.json())
        return answer.json()

    def take(self, entry):
        """Stores the token."""
        self.token, self.id = entry["token"], entry["user"]["id"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def data(self, method, path, body=None, status=200):
        """Returns the data of a response with the expected status."""
        answer = self.ask(method, path, body)
        assert answer.status_code == status, (method, path, answer.status_code, answer.text)
        envelope = answer.json()
        assert set(envelope) <= {"data", "message"}, (path, set(envelope))
        return envelope["data"]

    def refused(self, method, path, body, status, code, message=None, **more):
        """Fails unless the request is rejected with the given status and code."""
        answer = self.ask(method, path, body, **more)
        assert answer.status_code == status, (path, body, answer.status_code, answer.text)
        said = answer.json()
        assert said["error"] == code and set(said) <= {"error", "message", "details"}, said
        assert message is None or said["message"] == message, (said["message"], message)

    def story(self, **what):
        """Adds a story and returns its id."""
        what = {"title": f"Story {secrets.token_hex(4)}", **what}
        return self.data("POST", "/api/v1/stories", what, status=201)["id"]

    def tell(self, body, status=None, key=None):
        """Posts a session, which must be accepted, and returns it."""
        head = {"Idempotency-Key": key} if key else {}
        answer = self.ask("POST", "/api/v1/analytics/sessions", body, headers=head)
        expected = {status} if status else {200, 201}
        assert answer.status_code in expected, (body, answer.status_code, answer.text)
        session = answer.json()["data"]
        check_shape(session, SESSION, "session")
        return session

    def sessions(self, query="limit=100"):
        """Returns all sessions of the list, page by page."""
        found, offset = [], 0
        while True:
            page = self.data("GET", f"/api/v1/analytics/sessions?{query}&offset={offset}")
            found += page["sessions"]
            offset += len(page["sessions"])
            for session in page["sessions"]:
                check_shape(session, SESSION, "session")
            if not page["pagination"]["hasMore"]:
                assert page["pagination"]["total"] == offset, page["pagination"]
                return found

    def totals(self):
        """Returns the totals, which must equal those of the list and the summary."""
        totals = self.data("GET", "/api/v1/analytics")
        check_shape(totals, TOTALS, "analytics")
        done = [session for session in self.sessions() if session["completed"]]
        seconds = sum(session["duration"] or 0 for session in done)
        assert totals["totalListeningTimeSeconds"] == seconds, (totals, seconds)
        stories = len({session["storyId"] for session in done})
        assert totals["totalStoriesListened"] == stories, (totals, stories)
        summary = self.data("GET", "/api/v1/analytics/summary")
        assert summary["totalListeningTimeMinutes"] == (seconds + 30) // 60, (summary, seconds)
        for name in "totalStoriesListened", "currentStreak", "longestStreak":
            assert summary[name] == totals[name], (name, summary, totals)
        return totals


class NoCookies(requests.cookies.cookielib.DefaultCookiePolicy):
    """A policy that neither accepts nor sends cookies."""

    def set_ok(self, cookie, request):
        return False

    def return_ok(self, cookie, request):
        return False
