"""supabase-py, unmodified, as the client of a climbing app, against a real server (spec/ecosystem.md 2.3)."""

import argparse
import contextlib
import tempfile
import uuid

from postgrest.exceptions import APIError
from supabase import create_client
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

from server import PASSWORD, Person, Server

EVENING = "2026-03-04T18:{:02}:00Z"
#: How a time before all others looks, from which an app pulls everything.
EVER = "0001-01-01T00:00:00.000Z"


class Climber:
    """A person with the app on one phone."""

    def __init__(self, server, email, password=PASSWORD):
        self.client = create_client(server.url, "an anonymous key")
        signed = self.client.auth.sign_in_with_password({"email": email, "password": password})
        self.id = signed.user.id

    def table(self, name):
        """Returns the builder of a table's queries."""
        return self.client.table(name)

    def push(self, name, row):
        """Upserts a row and returns it as the server has it."""
        return self.table(name).upsert({"user_id": self.id, **row}, on_conflict="id").execute().data[0]

    def pull(self, name, since=EVER):
        """Returns the rows that changed since, oldest change first."""
        query = self.table(name).select("*").eq("user_id", self.id).gt("updated_at", since)
        return query.order("updated_at").execute().data


@contextlib.contextmanager
def refused(code, kind=APIError):
    """Expects an error with a code."""
    try:
        yield
    except kind as error:
        assert error.code == code, (error.code, str(error))
    else:
        raise AssertionError(f"nothing was refused with {code}")


def signing_up(server):
    """A person registers in the app, and the errors are those that supabase-py knows."""
    client = create_client(server.url, "an anonymous key")
    wish = {"email": "eve@example.org", "password": PASSWORD, "options": {"data": {"handle": "eve"}}}
    signed = client.auth.sign_up(wish)
    assert signed.user.email == "eve@example.org" and signed.session.expires_in > 300
    with refused("user_already_exists", AuthApiError):
        client.auth.sign_up(wish)
    with refused("weak_password", AuthWeakPasswordError):
        client.auth.sign_up({"email": "else@example.org", "password": "short"})
    with refused("invalid_credentials", AuthApiError):
        client.auth.sign_in_with_password({"email": "eve@example.org", "password": "wrong horse"})


def tokens(server):
    """Tokens are refreshed and end with the sign-out; a token that was never issued is refused."""
    phone = Climber(server, "anna")
    auth = phone.client.auth
    first = auth.get_session()
    second = auth.refresh_session().session
    assert second.refresh_token != first.refresh_token
    assert auth.get_user().user.id == phone.id
    assert auth.set_session(second.access_token, second.refresh_token).user.id == phone.id
    auth.sign_out()
    with refused("refresh_token_not_found", AuthApiError):
        auth.refresh_session(second.refresh_token)
    with refused("PGRST301"):
        phone.table("sessions").select("*").execute()


def an_evening(anna, phone):
    """A session is started, climbed and ended in the app, and each row is in Cairn at once."""
    session, climb, attempts = str(uuid.uuid4()), str(uuid.uuid4()), []
    start = {"id": session, "started_at": EVENING.format(0), "discipline": "bouldering"}
    assert phone.push("sessions", {**start, "mental_readiness": 4})["ended_at"] is None
    phone.push("climbs", {
        "id": climb, "session_id": session, "discipline": "bouldering", "is_outdoor": False,
        "name": "Blue slab", "grade_original": "V4", "grade_scale": "V", "grade_score_min": 31,
    })
    for number, (outcome, style) in enumerate([("try", None), ("try", None), ("send", "redpoint")], 1):
        attempts.append(str(uuid.uuid4()))
        phone.push("attempts", {
            "id": attempts[-1], "session_id": session, "climb_id": climb, "attempt_number": number,
            "outcome": outcome, "send_type": style, "occurred_at": EVENING.format(10 + number),
        })
    crimp = phone.table("technique_tags").select("*").eq("name", "Crimp").single().execute().data
    phone.push("technique_impacts", {
        "id": str(uuid.uuid4()), "climb_id": climb, "tag_id": crimp["id"], "impact": "hindered",
    })
    ended = phone.push("sessions", {**start, "ended_at": EVENING.format(50), "rpe": 8})
    assert ended["ended_at"] == "2026-03-04T18:50:00+00:00" and ended["mental_readiness"] == 4
    seen = anna.ask("GET", f"/api/v1/sessions/{session}").json()
    assert seen["active_seconds"] == 3000 and seen["climbing"]["rpe"] == 8, seen
    climbs = anna.ask("GET", f"/api/v1/sessions/{session}/climbs").json()["climbs"]
    assert [one["name"] for one in climbs] == ["Blue slab"], climbs
    assert len(climbs[0]["attempts"]) == 3, climbs
    page = anna.look(f"/sessions/{session}").body.decode()
    assert "Blue slab" in page and "redpoint" in page
    return session


def coming_back(anna, phone, session):
    """What is changed in Cairn comes with the next pull, on every phone; a repeated push changes nothing."""
    other = Climber(phone.server, "anna")
    tables = ["sessions", "climbs", "attempts", "technique_impacts"]
    assert [len(other.pull(name)) for name in tables] == [1, 1, 3, 1]
    known = phone.pull("sessions")[-1]
    before = anna.ask("GET", "/api/v1/history").body
    assert phone.push("sessions", known)["updated_at"] == known["updated_at"]
    assert anna.ask("GET", "/api/v1/history").body == before
    edited = anna.ask("PATCH", f"/api/v1/sessions/{session}", {"rpe": 9, "note": "Hard"})
    assert edited.status == 200, edited.body
    for one in (phone, other):
        rows = one.pull("sessions", known["updated_at"])
        assert [(row["rpe"], row["notes"]) for row in rows] == [(9, "Hard")], rows


def queries(phone):
    """Every call of the table of spec/ecosystem.md 2.3 that rows need."""
    table = phone.table
    ids = [str(uuid.uuid4()) for _ in range(12)]
    rows = [
        {"id": one, "started_at": f"2026-02-{day:02}T18:00:00Z", "ended_at": f"2026-02-{day:02}T19:00:00Z",
         "rpe": day % 10 + 1, "notes": f"day {day}, (cold)", "discipline": "sport"}
        for day, one in enumerate(ids, 1)
    ]
    assert len(table("sessions").insert(rows).execute().data) == 12
    with refused("23505"):
        table("sessions").insert({**rows[0], "rpe": 10}).execute()
    assert table("sessions").upsert(rows[0], ignore_duplicates=True).execute().data == []
    mine = table("sessions").select("id,rpe", count="exact").in_("id", ids)
    counted = mine.order("rpe", desc=True).order("id").range(2, 5).execute()
    assert counted.count == 12 and len(counted.data) == 4 and set(counted.data[0]) == {"id", "rpe"}
    assert table("sessions").select("*", count="exact", head=True).in_("id", ids).execute().count == 12

    def found(query):
        return len(query.in_("id", ids).execute().data)

    every = lambda: table("sessions").select("id")
    assert found(every().eq("rpe", 2)) == 2 and found(every().neq("rpe", 2)) == 10
    assert found(every().gt("rpe", 9)) == 1 and found(every().gte("rpe", 9).lte("rpe", 10)) == 2
    assert found(every().lt("started_at", "2026-02-03T00:00:00+00:00")) == 2
    assert found(every().is_("deleted_at", None)) == 12 and found(every().not_.is_("notes", None)) == 12
    assert found(every().like("notes", "day 1_, (cold)")) == 3
    assert found(every().ilike("notes", "%COLD%")) == 12
    assert found(every().or_("rpe.eq.1,and(rpe.eq.3,notes.like.day 2*)")) == 2
    assert found(every().in_("notes", ["day 1, (cold)", "day 2, (cold)"])) == 2
    with refused("22P02"):
        every().eq("rpe", "hard").execute()
    with refused("42703"):
        every().eq("colour", "red").execute()
    with refused("PGRST116"):
        every().in_("id", ids).single().execute()
    assert every().eq("id", str(uuid.uuid4())).maybe_single().execute() is None
    changed = table("sessions").update({"rpe": 5}).in_("id", ids[:2]).execute().data
    assert [row["rpe"] for row in changed] == [5, 5]
    assert table("sessions").update({"notes": None}).eq("id", ids[0]).execute().data[0]["notes"] is None
    with refused("23514"):
        table("sessions").update({"rpe": 11}).eq("id", ids[0]).execute()
    gone = table("sessions").delete().in_("id", ids).execute().data
    assert len(gone) == 12 and all(row["deleted_at"] for row in gone)
    assert found(every().is_("deleted_at", None)) == 0
    with refused("PGRST205"):
        table("films").select("*").execute()


def profiles(phone):
    """The profile is the person's own, and a date sent as an instant stays the same day."""
    own = phone.table("profiles").select("*").eq("id", phone.id).limit(1).execute().data[0]
    assert own["handle"] == "anna" and own["preferred_grade_scale_boulder"] == "V"
    row = {"id": phone.id, "handle": "anna_k", "climbing_since": "2019-05-31T22:00:00Z", "send_count": 999}
    stored = phone.table("profiles").upsert(row, on_conflict="id").execute().data[0]
    assert (stored["handle"], stored["climbing_since"], stored["send_count"]) == ("anna_k", "2019-06-01", 0)
    with refused("42501"):
        phone.table("profiles").upsert({"id": str(uuid.uuid4()), "handle": "eve"}).execute()


def staying_apart(server, anna, phone):
    """Another person's app sees nothing, and a removed app nothing more."""
    server.add("ben")
    ben = Climber(server, "ben")
    assert [ben.pull(name) for name in ("sessions", "climbs", "attempts")] == [[], [], []]
    with refused("42501"):
        ben.table("sessions").upsert(phone.pull("sessions")[0]).execute()
    page = anna.look("/settings/connections").body.decode()
    assert "supabase-py" in page and "sessions" in page
    for connection in anna.ask("GET", "/api/v1/connections").json()["connections"]:
        anna.ask("DELETE", "/api/v1/connections/" + connection["id"])
    with refused("PGRST301"):
        phone.table("sessions").select("*").execute()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cairn", required=True)
    cairn = parser.parse_args().cairn
    with tempfile.TemporaryDirectory() as folder, Server(cairn, folder, "--open-sign-up") as server:
        anna = Person(server, "anna")
        phone = Climber(server, "anna")
        phone.server = server
        signing_up(server)
        tokens(server)
        server.advance()
        session = an_evening(anna, phone)
        coming_back(anna, phone, session)
        queries(phone)
        profiles(phone)
        staying_apart(server, anna, phone)
    print("supabase-py climbed an evening and got what it expects")


if __name__ == "__main__":
    main()
