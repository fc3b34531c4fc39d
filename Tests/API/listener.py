"""A listening app from outside, written with requests: asks, and minds the form of every date."""

import re
import secrets

import requests

#: What a date may look like, by the decoder that reads it (spec/listening.md 8). What is answered
#: must be one for all: today's Foundation, the one before it, and the app that was shipped.
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
    """Fails for a date that not every decoder reads."""
    if isinstance(value, list):
        for element in value:
            check_dates(element, path)
    elif isinstance(value, dict):
        for name, member in value.items():
            check_dates(member, f"{path}.{name}")
            if isinstance(member, str):
                check_date(name, member, path)


def check_date(name, text, path):
    """Fails for a date in a form that is not that of its name."""
    if name in DAYS or (name == "lastListeningDate" and "summary" in path):
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", text), f"{path}.{name} is {text}"
    elif name in MOMENTS or name == "lastListeningDate":
        for profile, form in PROFILES.items():
            assert re.fullmatch(form, text), f"{profile} decoder cannot read {path}.{name}, {text}"


def check_shape(value, shape, path):
    """Fails when a member that a decoder needs is missing or another kind of thing."""
    for name, kind in shape.items():
        assert name in value, f"{path} lacks {name}"
        wrong = isinstance(value[name], bool) and kind is int
        assert isinstance(value[name], kind) and not wrong, f"{path}.{name} is {value[name]!r}"


def moment(date):
    """A date as apps send it."""
    return date.strftime("%Y-%m-%dT%H:%M:%SZ")


class Listener:
    """Somebody with an app."""

    def __init__(self, url, name):
        self.url, self.name = url, name
        self.email = f"{name}@example.org"
        self.http = requests.Session()
        self.http.headers["Content-Type"] = "application/json"
        # The system of a phone keeps cookies and sends them back; this app does not rely on it.
        self.http.cookies.set_policy(NoCookies())

    def ask(self, method, path, body=None, **more):
        """Asks, and looks at every date of the answer."""
        answer = self.http.request(method, self.url + path, json=body, timeout=20, **more)
        if "json" in answer.headers.get("Content-Type", ""):
            check_dates(answer.json(), path.split("?")[0])
        return answer

    def enter(self):
        """Makes the account and signs in to it."""
        wish = {"name": self.name, "email": self.email, "password": PASSWORD}
        answer = self.ask("POST", "/api/auth/sign-up/email", wish, headers={"Origin": self.url})
        assert answer.status_code == 200, (answer.status_code, answer.text)
        self.take(answer.json())
        return answer.json()

    def take(self, entry):
        """Keeps a token."""
        self.token, self.id = entry["token"], entry["user"]["id"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def data(self, method, path, body=None, status=200):
        """The data of an answer that must have this status."""
        answer = self.ask(method, path, body)
        assert answer.status_code == status, (method, path, answer.status_code, answer.text)
        envelope = answer.json()
        assert set(envelope) <= {"data", "message"}, (path, set(envelope))
        return envelope["data"]

    def refused(self, method, path, body, status, code, message=None, **more):
        """Fails unless it is refused just so."""
        answer = self.ask(method, path, body, **more)
        assert answer.status_code == status, (path, body, answer.status_code, answer.text)
        said = answer.json()
        assert said["error"] == code and set(said) <= {"error", "message", "details"}, said
        assert message is None or said["message"] == message, (said["message"], message)

    def story(self, **what):
        """Registers a story; gives its id."""
        what = {"title": f"Story {secrets.token_hex(4)}", **what}
        return self.data("POST", "/api/v1/stories", what, status=201)["id"]

    def tell(self, body, status=None, key=None):
        """Posts a session that must be taken; gives it."""
        head = {"Idempotency-Key": key} if key else {}
        answer = self.ask("POST", "/api/v1/analytics/sessions", body, headers=head)
        expected = {status} if status else {200, 201}
        assert answer.status_code in expected, (body, answer.status_code, answer.text)
        session = answer.json()["data"]
        check_shape(session, SESSION, "session")
        return session

    def sessions(self, query="limit=100"):
        """All sessions that the list gives, page by page."""
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
        """The totals; they must be those of the list and of the summary."""
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
    """Takes none and sends none."""

    def set_ok(self, cookie, request):
        return False

    def return_ok(self, cookie, request):
        return False
