import Cairn
import CairnActions
import CairnHTTP
import CairnPages
import CairnStore
import CairnSync
import CairnTestKit
import Testing

@testable import CairnReports
@testable import CairnServer

@Suite struct `Sync conflicts` {
  /// Runs a body with a server and a session of Emma that another device has changed concurrently.
  private func withConflict(
    _ here: @escaping @Sendable (LogWriter, SessionID) throws -> Void,
    _ there: @escaping @Sendable (LogWriter, SessionID) throws -> Void,
    _ body: (ServedLog, SessionID) async throws -> Void
  ) async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Emma", pages: 160)
      let session = try await served.person.track(book, "10:00-11:00", page: 40).id
      try await makeConflict(session, on: served, here, there)
      try await body(served, session)
    }
  }

  /// Changes a session on another device first, and here a minute later.
  private func makeConflict(
    _ session: SessionID,
    on served: ServedLog,
    _ here: @escaping @Sendable (LogWriter, SessionID) throws -> Void,
    _ there: @escaping @Sendable (LogWriter, SessionID) throws -> Void
  ) async throws {
    let push = try await served.onAnotherDevice { try there($0, session) }
    served.scratch.clock.advance(by: .minutes(1))
    try await served.log.write("Edit") { try here($0, session) }
    _ = try await served.log.applyPush(push)
  }

  private func note(_ text: String) -> @Sendable (LogWriter, SessionID) throws -> Void {
    { writer, id in try writer.change(id, as: NoDetail.self) { $0.note = text } }
  }

  /// Returns a change that sets the session's length in minutes.
  private func end(after minutes: Int64) -> @Sendable (LogWriter, SessionID) throws -> Void {
    { writer, id in
      try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
        try session.resize(start: nil, end: session.timeline.start + .minutes(minutes))
      }
    }
  }

  @Test func `show duplicate books from two devices, which one tap merges`() async throws {
    try await ServedLog.run { served in
      let push = try await served.onAnotherDevice { writer in
        try AddBook(NewBook(title: "Dune"), zone: "UTC").run(in: writer)
      }
      let book = try await served.person.add("Dune", pages: 604)
      try await served.person.track(book, "06:00-07:00", page: 40)
      _ = try await served.log.applyPush(push)
      #expect(
        try await served.client.ask(.get, "/settings").text.contains(
          "1 possible duplicate on the shelf"
        )
      )
      let page = try await served.client.ask(.get, "/conflicts").text
      #expect(page.contains("<h2 id=\"duplicates\">Possible duplicates</h2>"))
      let twins = try #require(try await served.log.duplicateBooks().first)
      let (path, other) = ("/books/\(twins.first.id.record.text)", twins.second.id.record.text)
      #expect(page.contains("action=\"\(path)/merge\"") && page.contains("value=\"\(other)\""))
      let wrong = try await served.client.submit(path + "/merge", "other=x&key=a")
      #expect(wrong.status == .unprocessable, "\(wrong.status)")
      let done = try await served.client.submit(path + "/merge", "other=\(other)&key=b")
      #expect(done.status == .seeOther)
      #expect(try await served.log.possibleDuplicates().isEmpty)
      #expect(try await served.log.books().count == 1)
    }
  }

  @Test func `show both values, and one tap switches to the other and back`() async throws {
    try await withConflict(note("second <b>"), note("first <b>")) { served, session in
      let page = try await served.client.ask(.get, "/conflicts").text
      #expect(page.contains("<bdi>Emma</bdi></a>: note</h2>"))
      #expect(page.contains("<dt>Current</dt><dd class=\"note\"><bdi>second &lt;b&gt;</bdi>"))
      #expect(page.contains("<dt>Other</dt><dd class=\"note\"><bdi>first &lt;b&gt;</bdi>"))
      #expect(page.contains("on another device (") && page.contains(", here</dd>"))
      let id = try await served.conflictID()
      let taken = try await served.client.submit("/conflicts/\(id)/use-other", "key=k")
      #expect(taken.status == .seeOther)
      #expect(try await served.log.session(session)?.note == "first <b>")
      #expect(try await served.log.openConflicts().isEmpty)
      let place = try #require(taken.fields["location"])
      let after = try await served.client.ask(.get, place).text
      #expect(after.contains("<bdi>Used the other note of “Emma”</bdi>"))
      let line = try #require(try await served.log.history(limit: 1).first)
      _ = try await served.client.submit("/undo/\(line.id.text)", "back=/conflicts&key=u")
      #expect(try await served.log.session(session)?.note == "second <b>")
      #expect(try await served.log.openConflicts().count == 1)
    }
  }

  @Test func `are discarded with one tap`() async throws {
    try await withConflict(note("second"), note("first")) { served, session in
      let id = try await served.conflictID()
      _ = try await served.client.submit("/conflicts/\(id)/keep-current", "key=k")
      #expect(try await served.log.session(session)?.note == "second")
      let page = try await served.client.ask(.get, "/conflicts").text
      #expect(page.contains("No conflicts."))
      let again = try await served.client.submit("/conflicts/\(id)/keep-current", "key=l")
      #expect(again.status == .notFound && again.text.contains("role=\"alert\""))
    }
  }

  @Test func `appear on the session, in the history and in the settings`() async throws {
    try await withConflict(note("second"), note("first")) { served, session in
      let id = session.record.text
      let words = "1 sync conflict"
      for path in ["/sessions/\(id)", "/history", "/settings"] {
        let page = try await served.client.ask(.get, path).text
        #expect(page.contains(words), "\(path)")
      }
      let page = try await served.client.ask(.get, "/history?day=2026-01-05").text
      #expect(!page.contains(words))
    }
  }

  @Test func `of related fields are one choice`() async throws {
    try await withConflict(end(after: 30), end(after: 45)) { served, session in
      let lost = try await served.log.openConflicts()
      #expect(lost.map(\.field) == ["time"])
      let page = try await served.client.ask(.get, "/conflicts").text
      #expect(page.contains("0:30:00 in all") && page.contains("0:45:00 in all"))
      let id = try await served.conflictID()
      _ = try await served.client.submit("/conflicts/\(id)/use-other", "key=k")
      let found = try await served.log.session(session)
      #expect(found?.active == .minutes(45))
      #expect(try await served.log.openConflicts().isEmpty)
    }
  }

  @Test func `reject a value when another session has its time by now`() async throws {
    try await withConflict(end(after: 30), end(after: 45)) { served, session in
      let book = try await served.person.add("Dune")
      try await served.person.track(book, "10:30-10:40")
      let id = try await served.conflictID()
      let refused = try await served.client.submit("/conflicts/\(id)/use-other", "key=k")
      #expect(refused.status == .conflict)
      #expect(refused.text.contains("role=\"alert\">This overlaps session"))
      #expect(try await served.log.session(session)?.active == .minutes(30))
      #expect(try await served.log.openConflicts().count == 1)
    }
  }

  @Test func `of a status restore the end of the read as well`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Emma", pages: 160)
      try await served.person.track(book, "10:00-11:00", page: 40)
      let push = try await served.onAnotherDevice {
        try ChangeStatus(.didNotFinish, book, zone: "Europe/Berlin").run(in: $0)
      }
      served.scratch.clock.advance(by: .minutes(1))
      try await served.log.write("Edit") {
        try ChangeStatus(.read, book, zone: "Europe/Berlin").run(in: $0)
      }
      _ = try await served.log.applyPush(push)
      let lost = try await served.log.openConflicts()
      #expect(lost.map(\.field) == ["status"])
      let about = try await served.client.ask(.get, "/books/\(book.record.text)").text
      #expect(about.contains("1 sync conflict"))
      let id = try await served.conflictID()
      _ = try await served.client.submit("/conflicts/\(id)/use-other", "key=k")
      #expect(try await served.log.book(book)?.status == .didNotFinish)
      let reading = try #require(try await served.log.readings(of: book).first?.reading)
      #expect(reading.outcome == .gaveUp && reading.finished == nil && reading.stopped != nil)
    }
  }

  @Test func `close when the record has the other value by now`() async throws {
    try await withConflict(note("second"), note("first")) { served, session in
      let write = note("first")
      try await served.log.write("Edit") { try write($0, session) }
      #expect(try await served.log.openConflicts().isEmpty)
      #expect(try await served.log.openConflictCount() == 0)
    }
  }

  @Test func `are listed, accepted and discarded through the API`() async throws {
    try await withConflict(note("second"), note("first")) { served, session in
      let id = try await served.conflictID()
      let json = try await served.client.ask(.get, "/api/v1/conflicts").json()
      guard case .array(let all)? = json["conflicts"], let one = all.first else {
        return #expect(Bool(false))
      }
      #expect(one["id"] == .string(id) && one["about"] == .string("Emma"))
      #expect(one["name"] == .string("note"))
      #expect(one["current"] == .string("second") && one["losing_text"] == .string("first"))
      let taken = try await served.client.post("/api/v1/conflicts/\(id)/use-other", "{}")
      #expect(taken.status == .ok, "\(taken.text)")
      #expect(try await served.log.session(session)?.note == "first")
      let again = try await served.client.post("/api/v1/conflicts/\(id)/keep-current", "{}")
      #expect(again.status == .notFound)
      #expect(try again.json()["code"] == .string("sync.conflict_not_found"))
    }
  }

  @Test func `are shown in plain words`() async throws {
    let id = RecordID(high: 1, low: 1)
    var fields = Fields()
    fields["rating"] = .integer(18)
    fields["position"] = .text(try Position.page(40, of: 160).text)
    fields["tags"] = .text("a\nb")
    fields["credits"] = .text("\(id.text) +\(RecordID(high: 2, low: 2).text)")
    fields["fact.region"] = .text("me:africa")
    fields["isBorrowed"] = .bool(true)
    let all = ["rating", "position", "tags", "credits", "fact.region", "isBorrowed", "review"]
    let words = all.map {
      FieldText(Entry.recordKind, $0, [id: "Jane Austen"]).text(in: fields) { $0.text }
    }
    #expect(
      words == [
        "4.5 of 5 stars", "page 40 of 160", "a, b", "Jane Austen, another", "Africa", "yes",
        "nothing",
      ]
    )
    let names = ["seriesNumber", "fact.region", "rpe", "position"].map {
      FieldText.label(Climb.recordKind, $0)
    }
    #expect(names == ["series number", "cultural region", "RPE", "position in the list"])
  }
}

extension ServedLog {
  /// Returns the id of the losing value.
  fileprivate func conflictID() async throws -> String {
    try #require(try await log.openConflicts().first?.conflict.recordID.text)
  }
}
