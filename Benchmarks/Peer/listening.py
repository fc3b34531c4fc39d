"""The listening API on FastAPI and SQLite, as short as possible for the same work.

A session is validated, capped, stored and counted in one durable transaction; analytics are read from
a stored aggregate. Usage: uvicorn listening:app, with PEER_DATABASE.
"""

import datetime
import math
import os
import sqlite3
import uuid

import fastapi
import pydantic

database = sqlite3.connect(os.environ["PEER_DATABASE"], isolation_level=None, check_same_thread=False)
database.executescript("""
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS token (token TEXT PRIMARY KEY, user TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS story (
        id TEXT PRIMARY KEY, user TEXT NOT NULL, title TEXT NOT NULL, duration REAL,
        plays INTEGER NOT NULL DEFAULT 0, last TEXT);
    CREATE TABLE IF NOT EXISTS session (
        id TEXT PRIMARY KEY, user TEXT NOT NULL, story TEXT NOT NULL, started TEXT NOT NULL,
        ended TEXT, duration INTEGER, completed INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS session_user ON session (user, started);
    CREATE TABLE IF NOT EXISTS analytics (
        user TEXT PRIMARY KEY, stories INTEGER NOT NULL, seconds INTEGER NOT NULL,
        current INTEGER NOT NULL, longest INTEGER NOT NULL, last TEXT);
""")
app = fastapi.FastAPI()


class NewStory(pydantic.BaseModel):
    id: str
    title: str
    audioDuration: float | None = None


class NewSession(pydantic.BaseModel):
    storyId: str
    startedAt: datetime.datetime
    endedAt: datetime.datetime | None = None
    duration: float | None = None
    completed: bool = False


def user(authorization: str = fastapi.Header("")):
    row = database.execute("SELECT user FROM token WHERE token = ?", (authorization[7:],)).fetchone()
    if not row:
        raise fastapi.HTTPException(401, "Authentication required")
    return row[0]


@app.post("/sign-up")
async def sign_up():
    token = uuid.uuid4().hex
    database.execute("INSERT INTO token VALUES (?, ?)", (token, token))
    database.execute("INSERT INTO analytics VALUES (?, 0, 0, 0, 0, NULL)", (token,))
    return {"token": token}


@app.post("/api/v1/stories", status_code=201)
async def add_story(story: NewStory, me: str = fastapi.Depends(user)):
    database.execute("INSERT INTO story (id, user, title, duration) VALUES (?, ?, ?, ?)",
                     (story.id, me, story.title, story.audioDuration))
    return {"data": story}


@app.post("/api/v1/analytics/sessions", status_code=201)
async def add_session(new: NewSession, me: str = fastapi.Depends(user)):
    story = database.execute("SELECT user, duration FROM story WHERE id = ?", (new.storyId,)).fetchone()
    if not story:
        raise fastapi.HTTPException(404, "Story not found")
    if story[0] != me:
        raise fastapi.HTTPException(403, "You do not have access to this story")
    duration = math.floor(new.duration) if new.duration is not None else None
    if duration is None and new.endedAt:
        duration = math.floor((new.endedAt - new.startedAt).total_seconds())
    if duration is not None and story[1]:
        duration = min(duration, math.ceil(story[1] * 1.5))
    session = {"id": str(uuid.uuid4()), "userId": me, "storyId": new.storyId,
               "startedAt": new.startedAt.isoformat(), "endedAt": new.endedAt and new.endedAt.isoformat(),
               "duration": duration, "completed": new.completed}
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)", tuple(session.values()))
    database.execute("UPDATE story SET plays = plays + 1, last = ? WHERE id = ?",
                     (session["startedAt"], new.storyId))
    if new.completed and duration is not None:
        count(me, new.startedAt.date(), duration)
    database.execute("COMMIT")
    return {"data": session, "message": "Listening session created successfully"}


def count(me, day, duration):
    current, longest, last = database.execute(
        "SELECT current, longest, last FROM analytics WHERE user = ?", (me,)).fetchone()
    before = last and datetime.date.fromisoformat(last)
    if before != day:
        current = current + 1 if before == day - datetime.timedelta(days=1) else 1
    database.execute("UPDATE analytics SET stories = stories + 1, seconds = seconds + ?, current = ?,"
                     " longest = ?, last = ? WHERE user = ?",
                     (duration, current, max(longest, current), day.isoformat(), me))


@app.get("/api/v1/analytics")
async def analytics(me: str = fastapi.Depends(user)):
    row = database.execute("SELECT stories, seconds, current, longest, last FROM analytics"
                           " WHERE user = ?", (me,)).fetchone()
    return {"data": {"totalStoriesListened": row[0], "totalListeningTimeSeconds": row[1],
                     "currentStreak": row[2], "longestStreak": row[3],
                     "lastListeningDate": row[4] and row[4] + "T00:00:00.000Z"}}
