import Cairn
import CairnHTTP
import CairnPages
import Testing

@testable import CairnServer
import CairnHTML

@Suite struct `A hint on a page` {
  @Test(arguments: [
    (
      "session.not_found", "List the sessions to see their ids.", "Check Today for running sessions"
    ),
    ("session.second", "Stop it first, or throw it away with `cairn cancel`.", "Check Today"),
    ("reading.not_on_shelf", "List the deleted books.", "Check the library"),
    ("request.field", "docs/api.md lists the fields.", "Correct it"),
    ("request.field", "Choose sent or fell.", "Choose sent or fell."),
    (
      "history.undone", "Keep what was changed since with --keep-changed.", "Check the activity log"
    ),
  ])
  func `contains no command and no IDs`(code: String, hint: String, expected: String) {
    let html = alert(CairnError(code, "No.", hint: hint))
    let shown = String(decoding: html.bytes, as: UTF8.self)
    #expect(shown.contains(expected))
  }

  @Test func `is the page's own when nothing is found`() async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/sessions/nothing")
      #expect(page.status == .notFound)
      #expect(page.text.contains("Log for past ones") && !page.text.contains("ids"))
    }
  }
}
