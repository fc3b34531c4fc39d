"""Nobody sees another person's data, whatever they request."""

import re
import tempfile
import urllib.parse

from database import pooled_database
from server import multi_user_server

#: The marker in everything Anna writes, and in nothing that others may get.
MARK = "Zanzibar"
#: Endless responses, which have their own test.
ENDLESS = {"/api/v1/changes"}
#: Responses that are the same for everyone or contain only data of the requester.
PUBLIC = {"/api/v1/openapi.json", "/api/openapi.json", "/api/auth/get-session"}
PAGES = [
    "/", "/history", "/history/calendar", "/sessions/{session}", "/shelf", "/books/{book}",
    "/logbook", "/climbs/{climb}", "/sessions/{climbing}", "/history?kind=climbing",
    "/listening", "/stories", "/stories/{story}", "/history?kind=listening",
    "/insights", "/insights/diversity", "/ask", "/authors", "/authors/{author}",
    "/settings", "/changes", "/account", f"/shelf?q={MARK}", "/history?book={book}",
]


def fill(person, mark=MARK):
    """Writes records of all kinds to a log; returns their ids by kind."""
    book = {
        "title": mark, "authors": [mark], "pages": 300, "notes": mark, "review": mark,
        "series": mark, "publisher": mark, "shelves": [mark], "tags": [mark],
    }
    ids = {"book": made(person, "/api/v1/books", book)}
    spent = {
        "book": ids["book"], "start": "2026-03-04T20:00:00Z", "end": "2026-03-04T21:00:00Z",
        "pages_read": 30, "note": mark, "place": mark,
    }
    ids["session"] = made(person, "/api/v1/sessions/track", spent)
    story = person.ask("POST", "/api/v1/stories", {"title": mark, "author": mark})
    assert story.status == 201, story.body
    ids["story"] = story.json()["data"]["id"]
    heard = {"storyId": ids["story"], "startedAt": "2026-03-04T20:00:00Z", "duration": 60}
    assert person.ask("POST", "/api/v1/analytics/sessions", heard).status == 201
    made(person, "/api/v1/sessions", {"book": ids["book"], "place": mark})
    climbing = {
        "kind": "climbing", "place": mark, "partners": [mark], "conditions": mark, "note": mark,
    }
    ids["climbing"] = made(person, "/api/v1/sessions", climbing)
    climb = {"name": mark, "notes": mark, "attempts": 2, "helped": [mark]}
    ids["climb"] = made(person, f"/api/v1/sessions/{ids['climbing']}/climbs", climb)
    person.ask("PUT", "/api/v1/goals/minutes/daily", {"target": 30})
    person.ask("POST", "/api/v1/rest-days", {"from": "2026-03-01", "to": "2026-03-02"})
    file = f"Title,Author\n{mark} 2,{mark}\n"
    ids["import"] = made(person, "/api/v1/imports", file, kind="application/octet-stream")
    path = f"/api/v1/books/{ids['book']}"
    ids["author"] = person.ask("GET", "/api/v1/authors").json()["authors"][0]["id"]
    ids["reading"] = person.ask("GET", path + "/readings").json()["readings"][0]["id"]
    ids["edition"] = person.ask("GET", path + "/editions").json()["editions"][0]["id"]
    return ids


def made(person, path, body, **head):
    """Returns the id of a created record."""
    answer = person.ask("POST", path, body, **head)
    assert answer.status == 201, (path, answer.body)
    return answer.json()["id"]


def targets(document, ids):
    """Yields every GET request of the description, with the ids of a log."""
    kinds = {"books": "book", "sessions": "session", "imports": "import", "climbs": "climb",
             "stories": "story", "authors": "author"}
    choices = {"name": MARK, "measure": "minutes", "cadence": "daily", "day": "2026-03-04"}
    for path, operations in document["paths"].items():
        if "get" not in operations or path in ENDLESS | PUBLIC:
            continue
        for figure in named(operations["get"], "figure"):
            for form in named(operations["get"], "format"):
                filled = path.replace("{figure}", figure).replace("{format}", form)
                filled = re.sub(r"/(\w+)/\{id\}", lambda m: f"/{m[1]}/{ids[kinds[m[1]]]}", filled)
                filled = re.sub(r"\{(\w+)\}", lambda m: ids.get(m[1]) or choices[m[1]], filled)
                for query in queries(operations["get"], ids):
                    yield filled + query


def queries(operation, ids):
    """Yields the required parameters, alone and with each optional one in turn."""
    wanted = [one for one in operation["parameters"] if one["in"] == "query"]
    must = {one["name"]: values(one, ids) for one in wanted if one.get("required")}
    first = {name: choices[0] for name, choices in must.items()}
    yield "?" + urllib.parse.urlencode(first) if first else ""
    for one in wanted:
        for value in values(one, ids)[1 if one["name"] in must else 0:]:
            yield "?" + urllib.parse.urlencode({**first, one["name"]: value})


def values(parameter, ids):
    """Returns possible values of a parameter; texts contain the marker in a form that differs from the secret."""
    name, schema = parameter["name"], parameter["schema"]
    known = {
        "year": 2026, "kind": "reading", "period": "2026-03", "range": "week", "timezone": "Europe/Berlin",
        "startDate": "2026-03-01", "endDate": "2026-03-09", "story": ids["story"], "storyId": ids["story"],
    }
    formats = {"date": "2026-03-04", "uuid": ids.get(name, ids["session"])}
    types = {"integer": 1, "boolean": "true"}
    one = known.get(name) or formats.get(schema.get("format")) or types.get(schema["type"], MARK.lower())
    return schema.get("enum") or [one]


def named(operation, name):
    """Returns the possible values of a path parameter; the name itself if it is not an enumeration."""
    for parameter in operation["parameters"]:
        if parameter["name"] == name and parameter["in"] == "path":
            return parameter["schema"]["enum"]
    return [""]


def check_isolation_of_files(cairn):
    """Checks logs stored in files."""
    return check_isolation(cairn, {})


def check_isolation_in_a_database(cairn):
    """Checks logs stored in one PostgreSQL behind two connections."""
    with pooled_database(cairn) as settings:
        return check_isolation(cairn, settings)


def check_isolation(cairn, settings):
    """Repeats each GET request of Anna as Ben and without sign-in."""
    with tempfile.TemporaryDirectory() as folder:
        with multi_user_server(cairn, folder, "anna", "ben", settings=settings) as (server, anna, ben):
            ids = fill(anna)
            secrets = [MARK, *ids.values(), anna.token]
            document = server.ask("GET", "/api/v1/openapi.json").json()
            seen = asked = refused = 0
            for path in targets(document, ids):
                server.advance()
                asked += 1
                own = anna.ask("GET", path)
                assert own.status < 500, (path, own.status, own.body)
                seen += MARK.encode() in own.body
                refused += own.status >= 400
                for answer in ben.ask("GET", path), ben.ask("GET", path, If_None_Match=tag(own)):
                    expect_nothing(path, answer, secrets)
                    assert answer.status != 304 or own.body == ben.ask("GET", path).body, path
                stranger = server.ask("GET", path)
                assert stranger.status == 401, (path, stranger.status)
                expect_nothing(path, stranger, secrets)
            for page in PAGES:
                path = page.format(**ids)
                server.advance()
                asked += 1
                seen += MARK.encode() in anna.look(path).body
                expect_nothing(path, ben.look(path), secrets)
                assert server.ask("GET", path).status == 303, path
            assert asked > 50 and seen > 25 and refused < asked / 10, (asked, seen, refused)
            return f"{asked} addresses, {seen} of them with something to hide"


def tag(answer):
    """Returns the ETag of a response, or one that never matches."""
    return answer.head.get("ETag", '"none"')


def expect_nothing(path, answer, secrets):
    """Fails if a response contains another person's data."""
    assert answer.status < 500, (path, answer.status)
    for secret in secrets:
        # A response may repeat the request.
        if secret not in path:
            assert secret.encode() not in answer.body, f"{path} shows {secret}"
