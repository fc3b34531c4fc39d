import Cairn
import CairnActions
import CairnHTTP
import CairnPages
import CairnServer
import CairnStore
import CairnTestKit
import Foundation
import Testing
import CairnReports

@Suite struct `Text from a person` {
  static let attacks = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' autofocus onfocus='alert(1)",
    "</title><script>alert(1)</script>", "</textarea><script>alert(1)</script>",
    "<svg/onload=alert(1)>", "javascript:alert(1)", "&lt;script&gt;", "<!--", "]]>", "${7*7}",
    "\u{202E}<b>", "<a href='//evil.example'>x</a>", "\u{0}",
  ]

  @Test(arguments: attacks)
  func `is escaped wherever it appears`(attack: String) async throws {
    try await ServedLog.run { served in
      let title = "A \(attack.filter { $0 != "\0" }) book"
      let book = try await served.person.add(title, pages: 100)
      let session = try await served.person.start(book)
      served.scratch.clock.advance(by: .minutes(5))
      try await expectNoMarkup(in: served.client.ask(.get, "/").text)
      let path = "/sessions/\(session.id.record.text)/stop"
      let form = "page=\(Self.coded(attack))&note=\(Self.coded(attack))"
      try await expectNoMarkup(in: served.client.submit(path, form).text)
      _ = try await served.client.submit(path, "page=9&note=\(Self.coded(title))")
      let done = try await served.client.ask(.get, "/").text
      expectNoMarkup(in: done)
      #expect(try await served.log.openSessions().isEmpty)
      try await expectNoMarkup(
        in: served.client.submit(
          "/sessions/\(session.id.record.text)/edit",
          "note=\(Self.coded(title))&place=\(Self.coded(title))&key=\(Self.coded("e"))"
        ).text
      )
      let facts = ["authors", "publisher", "format", "language", "notes", "review"]
      let about = facts.map { "\($0)=\(Self.coded(title))" }.joined(separator: "&")
      _ = try await served.client.submit("/books/\(book.record.text)/edit", about)
      try await served.log.write("Shelve") {
        try ChangeLabels(.shelf, of: book, add: ["x" + title]).run(in: $0)
      }
      try await served.log.write("Tag") {
        try ChangeLabels(.tag, of: book, add: ["x" + title]).run(in: $0)
      }
      for path in ["/books/\(book.record.text)/edit", "/books"] {
        let refused = facts.map { "\($0)=\(Self.coded(attack))" } + ["title=", "pages=x"]
        try await expectNoMarkup(
          in: served.client.submit(path, refused.joined(separator: "&")).text
        )
      }
      let reading = try #require(try await served.log.readings(of: book).first?.reading.id)
      let own = "/books/\(book.record.text)/readings/\(reading.record.text)"
      let typed = Self.coded(attack)
      for (path, form) in [
        ("/settings", "streakMinimum=\(typed)"), ("/goals", "measure=\(typed)&amount=\(typed)"),
        ("/goals", "measure=pages&cadence=daily&amount=\(typed)"),
        (own, "reading=\(reading.record.text)&started=\(typed)&finished=\(typed)"),
        ("/sessions/\(session.id.record.text)/split", "at=\(typed)"),
        ("/sessions/\(session.id.record.text)/book", "title=\(typed)"),
      ] {
        try await expectNoMarkup(in: served.client.submit(path, form).text)
      }
      let line = try await served.log.history(limit: 1)[0].id.text
      for page in [
        "/history?done=\(line)", "/history?day=2026-01-05", "/history?book=\(book.record.text)",
        "/sessions/\(session.id.record.text)", "/history/calendar", "/shelf",
        "/shelf?q=\(Self.coded(title))", "/books/\(book.record.text)",
        "/books/\(book.record.text)?tab=about", "/changes", "/insights", "/settings", "/import",
        "/shelf/deleted",
      ] {
        try await expectNoMarkup(in: served.client.ask(.get, page).text)
      }
      try await expectNoMarkup(
        in: served.client.submit("/start", "title=\(Self.coded(attack))").text
      )
    }
  }

  /// Expects that no injected markup survives in a page.
  private func expectNoMarkup(in page: String) {
    for mark in ["<img src=x", "<script>", "<svg/", "<a href='", "onfocus='", "<b>", "<!--"] {
      #expect(!page.contains(mark))
    }
  }

  private static func coded(_ text: String) -> String {
    text.utf8.map { "%" + String($0 + 0, radix: 16).leftPadded }.joined()
  }
}

extension String {
  fileprivate var leftPadded: String { utf8.count == 1 ? "0" + self : self }
}
