"""The session tracker of the guide, with all that is wrong with it (spec/listening.md 8)."""

import datetime

from listener import moment


class GuideTracker:
    """Posts at each pause and goes on as if it had not; reads the clock twice for each post."""

    def __init__(self, post):
        self.post, self.posted, self.current = post, [], None
        self.now = None

    def wait(self, seconds):
        """Lets time go by."""
        self.now += datetime.timedelta(seconds=seconds)

    def start(self, story):
        """What was tracked before is forgotten."""
        self.current = (story, self.now)

    def pause(self):
        """The app goes into the background: the part so far is posted, and kept."""
        if self.current:
            self.send(completed=False)

    def end(self, completed):
        """The whole span is posted, whatever was posted of it before."""
        if self.current:
            self.send(completed)
        self.current = None

    def send(self, completed):
        """The end is read a moment after the duration was."""
        story, start = self.current
        body = {
            "storyId": story, "startedAt": moment(start), "completed": completed,
            "duration": int((self.now - start).total_seconds()),
            "endedAt": moment(self.now + datetime.timedelta(milliseconds=700)),
        }
        self.posted.append(body)
        self.post(body)
