"""The rules of the listening API, checked with an app (spec/listening.md 1)."""

import datetime
import random
import secrets
import tempfile
import uuid

from guide import GuideTracker
from listener import Listener, PASSWORD, moment
from server import Server

NOW = datetime.datetime(2026, 3, 5, 10, 0)
SESSIONS = "/api/v1/analytics/sessions"
UNKNOWN = "no-such-story"


def ago(**time):
    """Returns an instant before the server's current time."""
    return moment(NOW - datetime.timedelta(**time))


def check_listening(cairn):
    """Checks every rule an app can observe, in any order of its sessions."""
    seed = secrets.randbelow(10**6)
    with tempfile.TemporaryDirectory() as folder, Server(cairn, folder, "--open-sign-up") as server:
        ana, ben = (Listener(server.url, name) for name in ("ana", "ben"))
        for check in (
            lambda: signing_in(ana), lambda: ben.sign_up(), lambda: starting(ana),
            lambda: refusing(ana, ben), lambda: durations(ana), lambda: dates(ana),
            lambda: again(ana), lambda: listing(ana, ben), lambda: figures(ana),
            lambda: following_the_guide(server), lambda: in_any_order(server, seed),
            lambda: leaving(ben),
        ):
            check()
            server.advance()
        return f"12 rules kept, any order with seed {seed}"


def signing_in(ana):
    """Checks sign-up, sign-in and their errors (3)."""
    own = {"Origin": ana.url}
    first = ana.sign_up()
    assert first["user"]["email"] == ana.email and first["user"]["emailVerified"] is False
    wish = {"name": "ana", "email": ana.email.upper(), "password": PASSWORD}
    taken = ana.ask("POST", "/api/auth/sign-up/email", wish, headers=own)
    assert taken.status_code == 422, taken.text
    assert taken.json()["code"] == "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL", taken.text
    for email, password, status, code in [
        ("nobody", PASSWORD, 400, "INVALID_EMAIL"),
        (ana.email, "wrong horse", 401, "INVALID_EMAIL_OR_PASSWORD"),
        ("else@example.org", PASSWORD, 401, "INVALID_EMAIL_OR_PASSWORD"),
    ]:
        wish = {"email": email, "password": password}
        answer = ana.ask("POST", "/api/auth/sign-in/email", wish, headers=own)
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    wish = {"email": ana.email, "password": PASSWORD}
    entry = ana.ask("POST", "/api/auth/sign-in/email", wish, headers=own).json()
    assert entry["redirect"] is False and entry["user"]["id"] == first["user"]["id"]
    ana.take(entry)
    seen = ana.ask("GET", "/api/auth/get-session").json()
    assert seen["user"]["id"] == ana.id and seen["session"]["userId"] == ana.id


def starting(ana):
    """Checks that a new listener has no data in any response (1.5, 1.8)."""
    zeros = ana.totals()
    assert list(zeros.values())[:5] == [0, 0, 0, 0, None], zeros
    insights = ana.data("GET", "/api/v1/analytics/insights")["insights"]
    assert insights["totalUniqueStoriesListened"] == 0
    assert insights["mostListenedStory"] is None and insights["preferredListeningHour"] is None
    assert ana.data("GET", "/api/v1/analytics/heroes") == {"heroes": []}


def refusing(ana, ben):
    """Checks rejected requests and the order of validation (1.1, 1.3)."""
    mine, other = ana.story(audioDuration=600), ben.story()
    wrong = "ValidationError"
    for path in SESSIONS, "/api/v1/analytics", "/api/v1/analytics/summary":
        for token in None, "Bearer nonsense":
            ana.refused(
                "GET", path, None, 401, "Unauthorized", "Authentication required",
                headers={"Authorization": token},
            )
    for body in {}, {"storyId": None}, {"storyId": ""}, {"startedAt": "never"}:
        ana.refused("POST", SESSIONS, body, 400, wrong, "Missing required fields: storyId")
    unknown, others = {"storyId": UNKNOWN}, {"storyId": other}
    ana.refused("POST", SESSIONS, unknown, 404, "NotFound", "Story not found")
    ana.refused("POST", SESSIONS, others | {"startedAt": "never"}, 403, "Forbidden")
    started = "Invalid startedAt timestamp: must be ISO8601 format"
    for body, message in [
        ({"startedAt": "never"}, started),
        ({"startedAt": "2026-02-30T10:00:00Z"}, started),
        ({"startedAt": "2026-02-01"}, started),
        ({"endedAt": "later"}, "Invalid endedAt timestamp: must be ISO8601 format"),
        ({"startedAt": ago(hours=1), "endedAt": ago(hours=1)}, "endedAt must be after startedAt"),
        ({"startedAt": ago(hours=1), "endedAt": ago(hours=2)}, "endedAt must be after startedAt"),
        ({"duration": -0.5}, "Duration must be a positive number"),
        ({"duration": "300"}, None), ({"completed": "yes"}, None),
        ({"startedAt": moment(NOW + datetime.timedelta(days=3))}, None),
    ]:
        ana.refused("POST", SESSIONS, {"storyId": mine} | body, 400, wrong, message)
    for text in b"{", b"", b"null", b"[]", b'{"storyId":}':
        answer = ana.http.post(ana.url + SESSIONS, data=text, timeout=20)
        assert (answer.status_code, answer.json()["error"]) == (400, wrong), (text, answer.text)
    for story in other, UNKNOWN:
        message = "You do not have access to this story"
        ana.refused("GET", f"{SESSIONS}?storyId={story}", None, 403, "Forbidden", message)
    assert ana.sessions() == [], "what is refused leaves nothing"


def durations(ana):
    """Checks durations: rounding, the interval, and the cap (1.3, 2.2)."""
    for audio, told, kept in [
        (300, 600, 450), (300, 451, 450), (300, 450, 450), (100, 151, 150), (100.4, 200, 151),
        (333, 500, 500), (301, 453, 452), (0, 50, 50), (None, 9_999, 9_999), (600, 12.9, 12),
        (600, 0, 0), (600, None, 540),
    ]:
        story = ana.story(**({} if audio is None else {"audioDuration": audio}))
        body = {"storyId": story, "startedAt": ago(days=9), "completed": False}
        body |= {"endedAt": ago(days=9, seconds=-540)} if told is None else {"duration": told}
        session = ana.tell(body, 201)
        assert session["duration"] == kept, (audio, told, session)
    bare = ana.tell({"storyId": ana.story()}, 201)
    assert bare["duration"] is None and bare["endedAt"] is None and bare["completed"] is False


def dates(ana):
    """Checks that dates accept fractions and offsets and are returned in whole seconds (1.2)."""
    for text, kept in [
        ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z"),
        ("2026-03-01T10:00:00.999Z", "2026-03-01T10:00:00Z"),
        ("2026-03-01T12:00:00+02:00", "2026-03-01T10:00:00Z"),
        ("2026-03-01T04:30:00-0530", "2026-03-01T10:00:00Z"),
    ]:
        session = ana.tell({"storyId": ana.story(), "startedAt": text, "duration": 60}, 201)
        assert session["startedAt"] == kept, (text, session)


def again(ana):
    """Checks that a session counts once, however often and in whatever form it is reported (4.2 T1-T3)."""
    story, start = ana.story(), ago(days=2)
    count = len(ana.sessions())
    name = str(uuid.uuid4())
    whole = {"id": name, "storyId": story, "startedAt": start, "endedAt": ago(days=2, minutes=-9)}
    part = whole | {"endedAt": ago(days=2, minutes=-4), "duration": 200, "completed": False}
    whole |= {"duration": 500, "completed": True}
    first = ana.tell(part, 201, key=name)
    assert first["id"] == name
    for body in whole, part, whole, part:
        session = ana.tell(body, 200, key=name)
        assert (session["id"], session["duration"]) == (name, 500), session
        assert session["completed"] and session["endedAt"] == whole["endedAt"], session
    other = whole | {"storyId": ana.story()}
    answer = ana.ask("POST", SESSIONS, other, headers={"Idempotency-Key": name})
    assert answer.status_code == 409, answer.text
    # Without a key, the reported start second identifies the session; without a start it has no identity.
    plain = {"storyId": story, "startedAt": ago(days=3), "duration": 60}
    assert ana.tell(plain, 201)["id"] == ana.tell(plain | {"duration": 90}, 200)["id"]
    assert ana.tell({"storyId": story}, 201)["id"] != ana.tell({"storyId": story}, 201)["id"]
    assert len(ana.sessions()) == count + 4


def listing(ana, ben):
    """Checks order, filters, and limits that are clamped instead of rejected (1.4)."""
    found = ana.sessions()
    keys = [(session["startedAt"], session["id"]) for session in found]
    assert [key[0] for key in keys] == sorted((key[0] for key in keys), reverse=True)
    assert len(set(keys)) == len(keys) and ben.sessions() == []
    for limit, kept in [
        ("0", 50), ("-5", 1), ("101", 100), ("abc", 50), ("10.9", 10), ("20abc", 20), ("1e3", 1),
        ("%207", 7), ("0x10", 50), ("", 50),
    ]:
        page = ana.data("GET", f"{SESSIONS}?limit={limit}&offset=-3")["pagination"]
        assert (page["limit"], page["offset"]) == (kept, 0), (limit, page)
    one = ana.data("GET", f"{SESSIONS}?limit=1&offset=1")
    assert one["sessions"] == found[1:2] and one["pagination"]["hasMore"] is (len(found) > 2)
    for value in "true", "false", "TRUE", "1", "":
        for session in ana.sessions(f"limit=100&completed={value}"):
            assert session["completed"] is (value == "true"), (value, session)
    start = found[3]["startedAt"]
    later = ana.sessions(f"limit=100&startDate={start}")
    earlier = ana.sessions(f"limit=100&endDate={start}")
    assert all(session["startedAt"] >= start for session in later)
    assert all(session["startedAt"] <= start for session in earlier)
    for name in "startDate", "endDate":
        message = f"Invalid {name}: must be ISO8601 format"
        ana.refused("GET", f"{SESSIONS}?{name}=soon", None, 400, "ValidationError", message)


def figures(ana):
    """Checks that totals equal those of the list, and that charts have a row per day (1.5-1.10)."""
    totals = ana.totals()
    assert totals["totalStoriesListened"] == 1 and totals["totalListeningTimeSeconds"] == 500
    for span, rows in ("week", 7), ("month", 30), ("year", 365):
        for zone in "UTC", "America/New_York", "Pacific/Auckland":
            chart = ana.data("GET", f"/api/v1/analytics/activity?range={span}&timezone={zone}")
            days = [row["date"] for row in chart["activity"]]
            first = datetime.date.fromisoformat(days[0])
            want = [str(first + datetime.timedelta(days=number)) for number in range(rows)]
            assert days == want and (chart["range"], chart["timezone"]) == (span, zone)
            assert (chart["startDate"], chart["endDate"]) == (days[0], days[-1])
    wrong = "ValidationError"
    for query in "range=decade", "range=constructor", "timezone=Foo/Bar", "timezone=New%20York":
        ana.refused("GET", f"/api/v1/analytics/activity?{query}", None, 400, wrong)
    ana.refused("GET", "/api/v1/analytics/summary?timezone=Foo/Bar", None, 400, wrong)
    told = ana.data("GET", "/api/v1/analytics/milestones")
    stones = told["milestones"]
    assert len(stones) == 10 and told["summary"]["totalMilestones"] == 10
    assert [stone["category"] for stone in stones] == sorted(stone["category"] for stone in stones)
    for stone in stones:
        group = {"unlockedAt"} if stone["unlocked"] else {"progress", "target", "percentage"}
        rest = {"unlockedAt", "progress", "target", "percentage"} - group
        assert group <= set(stone) and not rest & set(stone), stone
    assert {stone["id"] for stone in stones if stone["unlocked"]} == {"FIRST_STORY"}
    insights = ana.data("GET", "/api/v1/analytics/insights")["insights"]
    stories = {session["storyId"] for session in ana.sessions()}
    assert insights["totalUniqueStoriesListened"] == len(stories), insights


def following_the_guide(server):
    """Checks that sessions of the guide's tracker count once (8, T1-T3)."""
    cleo = Listener(server.url, "cleo")
    cleo.sign_up()
    tracker = GuideTracker(cleo.tell)
    story = cleo.story()
    tracker.now = NOW - datetime.timedelta(hours=2)
    tracker.start(story)
    for _ in range(4):
        tracker.wait(60)
        tracker.pause()
    tracker.wait(60)
    tracker.end(completed=True)
    for body in tracker.posted:  # The app's queue retries everything.
        cleo.tell(body, 200)
    assert [(one["duration"], one["completed"]) for one in cleo.sessions()] == [(300, True)]
    assert cleo.totals()["totalListeningTimeSeconds"] == 300
    count = cleo.data("GET", "/api/v1/stories")["stories"][0]["playCount"]
    assert count == 1, f"one play was counted {count} times"


def in_any_order(server, seed):
    """Checks that shuffled and repeated reports yield the same totals."""
    chance = random.Random(seed)
    reports = []
    for play in range(12):
        start = NOW - datetime.timedelta(days=chance.randrange(9), minutes=40 * play + 30)
        name = str(uuid.UUID(int=chance.getrandbits(128), version=4))
        base = {"id": name, "startedAt": moment(start), "completed": False}
        for seconds in sorted(chance.sample(range(5, 1_500), chance.randrange(1, 4))):
            end = moment(start + datetime.timedelta(seconds=seconds + 9))
            reports.append((play % 5, base | {"duration": seconds, "endedAt": end}))
        if chance.random() < 0.8:
            reports[-1][1]["completed"] = True
    answers = []
    for name in "dora", "emil", "finn":
        listener = Listener(server.url, name)
        listener.sign_up()
        stories = [listener.story(title=f"Story {number}") for number in range(5)]
        queue = reports + chance.choices(reports, k=len(reports))
        chance.shuffle(queue)
        for number, report in queue:
            listener.tell(report | {"storyId": stories[number]}, key=report["id"])
        answers.append((listener.totals(), listener.data("GET", "/api/v1/analytics/activity")))
        server.advance()
    assert answers[0] == answers[1] == answers[2], (seed, answers)
    last = {report["id"]: report for _, report in reports}
    ledger = sum(report["duration"] for report in last.values() if report["completed"])
    assert answers[0][0]["totalListeningTimeSeconds"] == ledger, (seed, ledger, answers[0])


def leaving(ben):
    """Checks that sign-out revokes tokens, and that signing in reopens a closed account (1.11, 3)."""
    heard = ben.totals()["totalStoriesListened"]
    token = {"Authorization": f"Bearer {ben.token}"}
    assert ben.data("DELETE", "/api/v1/user/account") == {"deleted": True}
    ben.refused("GET", "/api/v1/analytics", None, 401, "Unauthorized", headers=token)
    again = Listener(ben.url, "ben")
    wish = {"email": again.email, "password": PASSWORD}
    again.take(again.ask("POST", "/api/auth/sign-in/email", wish, headers={"Origin": again.url}).json())
    assert again.totals()["totalStoriesListened"] == heard
    answer = again.ask("POST", "/api/auth/sign-out", {}, headers={"Origin": again.url})
    assert (answer.status_code, answer.json()) == (200, {"success": True}), answer.text
    again.refused("GET", "/api/v1/analytics", None, 401, "Unauthorized")
    assert again.ask("GET", "/api/auth/get-session").json() is None
