"""The session tracker of the guide, including its bugs (spec/listening.md 8)."""

import datetime

from listener import moment


class GuideTracker:
    """A tracker that posts at each pause but continues the session, and reads the clock twice per post."""

    def __init__(self, post):
        self.post, self.posted, self.current = post, [], None
        self.now = None

    def wait(self, seconds):
        """Advances the clock."""
        self.now += datetime.timedelta(seconds=seconds)

    def start(self, story):
        """Starts a session and forgets the previous one."""
        self.current = (story, self.now)

    def pause(self):
        """Posts the session so far and keeps it, as the app does in the background."""
        if self.current:
            self.send(completed=False)

    def end(self, completed):
        """Posts the whole session, whatever was posted before."""
        if self.current:
            self.send(completed)
        self.current = None

    def send(self, completed):
        """Posts the session; the end is read 700 ms after the duration."""
        story, start = self.current
        body = {
            "storyId": story, "startedAt": moment(start), "completed": completed,
            "duration": int((self.now - start).total_seconds()),
            "endedAt": moment(self.now + datetime.timedelta(milliseconds=700)),
        }
        self.posted.append(body)
        self.post(body)
