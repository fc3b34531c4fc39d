import Cairn
import CairnHTTP
import Testing

@testable import CairnServer

@Suite struct `A next step on a page` {
  @Test(arguments: [
    ("session.not_found", "List the sessions to see their ids.", "Today shows what runs"),
    ("session.second", "Stop it first, or throw it away with `cairn cancel`.", "Today shows"),
    ("reading.not_on_shelf", "List the deleted books.", "The shelf has every book"),
    ("request.field", "docs/api.md lists the fields.", "Change it"),
    ("request.field", "Choose sent or fell.", "Choose sent or fell."),
    ("history.undone", "Keep what was changed since with --keep-changed.", "Settings leads"),
  ])
  func `names no command and no ids`(code: String, hint: String, expected: String) {
    let html = alert(CairnError(code, "No.", hint: hint))
    let shown = String(decoding: html.bytes, as: UTF8.self)
    #expect(shown.contains(expected))
  }

  @Test func `is one of a page of its own where nothing is found`() async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/sessions/nothing")
      #expect(page.status == .notFound)
      #expect(page.text.contains("History what has been") && !page.text.contains("ids"))
    }
  }
}
