import Cairn
import CairnHTTP
import CairnServer
import CairnStore
import CairnTestKit
import Foundation
import Testing

@Suite struct `Texts of a person` {
  static let attacks = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' autofocus onfocus='alert(1)",
    "</title><script>alert(1)</script>", "</textarea><script>alert(1)</script>",
    "<svg/onload=alert(1)>", "javascript:alert(1)", "&lt;script&gt;", "<!--", "]]>", "${7*7}",
    "\u{202E}<b>", "<a href='//evil.example'>x</a>", "\u{0}",
  ]

  @Test(arguments: attacks)
  func `are shown as texts wherever they come up`(attack: String) async throws {
    try await ServedLog.run { served in
      let title = "A \(attack.filter { $0 != "\0" }) book"
      let book = try await served.person.add(title, pages: 100)
      let session = try await served.person.start(book)
      served.scratch.clock.advance(by: .minutes(5))
      try await expectNoMarkup(in: served.door.ask(.get, "/").text)
      let path = "/sessions/\(session.id.record.text)/stop"
      let form = "page=\(Self.coded(attack))&note=\(Self.coded(attack))"
      try await expectNoMarkup(in: served.door.submit(path, form).text)
      _ = try await served.door.submit(path, "page=9&note=\(Self.coded(title))")
      let done = try await served.door.ask(.get, "/").text
      expectNoMarkup(in: done)
      #expect(try await served.log.openSessions().isEmpty)
      try await expectNoMarkup(
        in: served.door.submit("/start", "title=\(Self.coded(attack))").text
      )
    }
  }

  /// Of everything that attacks, what is left when it was escaped runs nothing.
  private func expectNoMarkup(in page: String) {
    for mark in ["<img src=x", "<script>", "<svg", "<a href='", "onfocus='", "<b>", "<!--"] {
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
