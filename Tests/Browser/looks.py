"""The four ways in which every page is looked at, and what none of them may show."""

from axe_playwright_python.sync_playwright import Axe

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
LOOKS = [
    (screen, theme)
    for screen in ("phone", "desktop")
    for theme in ("light", "dark")
]


def size(screen):
    """The window of a screen."""
    return PHONE if screen == "phone" else DESKTOP


class Visitor:
    """A browser window that notes everything that goes wrong in it."""

    def __init__(self, browser, url, screen, theme, has_script=True):
        self.has_script = has_script
        self.context = browser.new_context(
            viewport=size(screen),
            color_scheme=theme,
            device_scale_factor=2 if screen == "phone" else 1,
            has_touch=screen == "phone",
            reduced_motion="reduce",
            timezone_id="Europe/Berlin",
            base_url=url,
            java_script_enabled=has_script,
        )
        self.page = self.context.new_page()
        self.url, self.complaints = url, []
        self.page.on("console", self.note_line)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self.note_request)

    def note_line(self, line):
        """Notes what the page or the browser complains of.

        A form that is refused is answered with the status that says so, which Chromium tells as
        an error; that is right there, and so is what it tells of a connection that a flow cut.
        """
        refused = "the server responded with a status of 4" in line.text
        cut = "net::ERR_INTERNET_DISCONNECTED" in line.text or "net::ERR_FAILED" in line.text
        if line.type in ("error", "warning") and not refused and not cut:
            self.complaints.append(f"{line.type}: {line.text}")

    def note_request(self, request):
        """Notes what is loaded from elsewhere."""
        if not request.url.startswith(self.url):
            self.complaints.append(f"loaded from elsewhere: {request.url}")

    def check(self, what):
        """Fails when anything was complained of, or axe finds something.

        The buttons of a form that is under way are dimmed as they do nothing until it is
        answered; WCAG 2.2, 1.4.3 asks no contrast of what is inactive.
        """
        page = {"exclude": ["form[data-sent] button"]}
        found = Axe().run(self.page, page).response["violations"] if self.has_script else []
        for rule in found:
            nodes = "; ".join(node["html"][:160] for node in rule["nodes"][:3])
            self.complaints.append(f"axe {rule['id']}: {rule['help']}: {nodes}")
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            self.complaints.append(f"{wide} pixels wider than the window")
        if self.complaints:
            raise AssertionError(f"{what}: " + "\n  ".join(self.complaints))

    def shoot(self, path):
        """Keeps a picture of the whole page, in a window as high as the page."""
        window = self.page.viewport_size
        height = self.page.evaluate("document.documentElement.scrollHeight")
        self.page.set_viewport_size({**window, "height": max(height, window["height"])})
        self.page.screenshot(path=path)
        self.page.set_viewport_size(window)

    def close(self):
        """Closes the window, and waits for nothing that a flow held back."""
        self.context.unroute_all(behavior="ignoreErrors")
        self.context.close()
