"""The four looks in which every page is checked, and the checks of each page."""

from axe_playwright_python.sync_playwright import Axe

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
LOOKS = [
    (screen, theme)
    for screen in ("phone", "desktop")
    for theme in ("light", "dark")
]


def size(screen):
    """Returns the viewport of a screen."""
    return PHONE if screen == "phone" else DESKTOP


class Visitor:
    """A browser window that records all problems."""

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
        """Records console errors of the page or the browser.

        Chromium logs an error for the status of a rejected form and for a connection that a flow cut; both are
        expected.
        """
        refused = "the server responded with a status of 4" in line.text
        cut = "net::ERR_INTERNET_DISCONNECTED" in line.text or "net::ERR_FAILED" in line.text
        if line.type in ("error", "warning") and not refused and not cut:
            self.complaints.append(f"{line.type}: {line.text}")

    def note_request(self, request):
        """Records requests to other origins."""
        if not request.url.startswith(self.url):
            self.complaints.append(f"loaded from elsewhere: {request.url}")

    def check(self, what):
        """Fails if a problem was recorded or axe finds a violation.

        Buttons of a form being sent are dimmed, because they have no effect until the response; WCAG 2.2, 1.4.3
        requires no contrast of inactive elements.
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
        """Saves a screenshot of the whole page, in a window as high as the page."""
        window = self.page.viewport_size
        height = self.page.evaluate("document.documentElement.scrollHeight")
        self.page.set_viewport_size({**window, "height": max(height, window["height"])})
        self.page.screenshot(path=path)
        self.page.set_viewport_size(window)

    def close(self):
        """Closes the window without waiting for requests that a flow held back."""
        self.context.unroute_all(behavior="ignoreErrors")
        self.context.close()
