import Cairn
import CairnActions
import CairnHTTP
import CairnStore
import CairnTestKit
import Foundation
import Testing

@testable import CairnServer
import CairnReports

/// The acts that the offline app does not offer: the library and the API run the same ones (ADR 28).
@Suite struct `The library and the API` {
  @Test(arguments: SeededGenerator.seeds)
  func `give acts on the shelf, on sessions and goals the same outcome`(seed: UInt64) async throws {
    try await ServedLog.run { library in
      try await ServedLog.run { api in
        var dice = SeededGenerator(seed: seed)
        for step in 0..<80 {
          let wish = LibraryWish.random(&dice)
          let wait = Milliseconds(Int64.random(in: 0...2_400_000, using: &dice))
          for served in [library, api] { served.scratch.clock.advance(by: wait) }
          let codes = (try await wish.run(in: library), try await wish.send(to: api))
          try #require(codes.0 == codes.1, "seed \(seed), step \(step), \(wish): \(codes)")
        }
        let contents = try await library.log.withoutIDs()
        #expect(try await api.log.withoutIDs() == contents, "seed \(seed)")
      }
    }
  }
}

/// What a person wants to do; a number chooses among the books or sessions there are.
private enum LibraryWish {
  case read(String)
  case stop
  case status(ReadingStatus, book: Int)
  case label(LabelKind, String, book: Int, removes: Bool)
  case edition(pages: Int64, isbn: String?, book: Int, uses: Bool)
  case deleteBook(Int, withOpenSession: Bool)
  case restoreBook
  case deleteSession(Int, restores: Bool)
  case goal(Int64?)

  static func random(_ dice: inout SeededGenerator) -> LibraryWish {
    let (number, flips) = (Int.random(in: 0..<6, using: &dice), Bool.random(using: &dice))
    let kind = LabelKind.all[number % 2]
    switch Int.random(in: 0..<12, using: &dice) {
    case 0, 1: return .read(["Emma", "Dune", "Middlemarch"][number % 3])
    case 2: return .stop
    case 3: return .status(ReadingStatus.all[number % ReadingStatus.all.count], book: number / 2)
    case 4, 5: return .label(kind, ["Club", "club", " "][number / 2], book: number, removes: flips)
    case 6:
      let isbn = number % 2 == 0 ? "9780441013593" : nil
      return .edition(pages: Int64(number) * 100, isbn: isbn, book: number, uses: flips)
    case 7: return .deleteBook(number, withOpenSession: flips)
    case 8, 9: return .restoreBook
    case 10: return .deleteSession(number, restores: flips)
    default: return .goal(number == 0 ? nil : Int64(number))
    }
  }
}

extension Log {
  fileprivate func book(_ number: Int) async throws -> Identifier<Entry>? {
    let all = try await books()
    return all.isEmpty ? nil : all[number % all.count].id
  }

  /// Returns a deleted book whose title no other one has, because their order would depend on ids.
  fileprivate func deletedBook() async throws -> Identifier<Entry>? {
    let titles = try await books().map(\.title)
    let all = try await deletedBooks().filter { !titles.contains($0.title) }
    return all.first { row in all.count { $0.title == row.title } == 1 }?.id
  }

  fileprivate func session(_ number: Int) async throws -> SessionID? {
    let all = try await sessions(SessionFilter(limit: 100))
    return all.isEmpty ? nil : all[number % all.count].id
  }
}

extension LibraryWish {
  /// Runs the act on a log; returns the code of its error, or nil.
  fileprivate func run(in served: ServedLog) async throws -> String? {
    do {
      try await act(served.log)
      return nil
    } catch let error as CairnError {
      return error.code
    }
  }

  private static let zone = "Europe/Berlin"

  private func act(_ log: Log) async throws {
    switch self {
    case .read(let title):
      let start = StartReading(BookChoice(NewBook(title: title)), SessionStart(zone: Self.zone))
      try await log.write { _ = try start.run(in: $0) }
    case .stop:
      guard let open = try await log.openSessions().first else { return }
      var stop = StopSession(open.id, zone: Self.zone)
      stop.allowsShort = true
      try await log.write { [stop] in try stop.run(in: $0) }
    case .deleteSession(let session, let restores):
      guard let id = try await log.session(session) else { return }
      try await log.write { try DeleteSessions([id]).run(in: $0) }
      if restores { try await log.write { try RestoreSession(id).run(in: $0) } }
    case .goal(let target):
      let goal = try Goal(.minutes, .daily, target: target, from: Self.goalStart)
      try await log.write { try SetGoal(goal).run(in: $0) }
    default: try await change(log)
    }
  }

  private static var goalStart: LocalDay {
    get throws { try #require(LocalDay(text: "2026-01-01")) }
  }

  private func change(_ log: Log) async throws {
    let (zone, number) = (Self.zone, book)
    let found = self.isRestoring ? try await log.deletedBook() : try await log.book(number)
    guard let id = found else { return }
    switch self {
    case .status(let status, _):
      try await log.write { try ChangeStatus(status, id, zone: zone).run(in: $0) }
    case .label(let kind, let name, _, let removes):
      let (added, removed) = removes ? ([], [name]) : ([name], [])
      try await log.write {
        try ChangeLabels(kind, of: id, add: added, remove: removed).run(in: $0)
      }
    case .edition(let pages, let isbn, _, let uses):
      var facts = EditionEdit()
      (facts.pages, facts.isbn) = (.some(pages), isbn)
      try await log.write { [facts] in try AddEdition(facts, to: id, uses: uses).run(in: $0) }
    case .deleteBook(_, let withOpenSession):
      try await log.write { try DeleteBook(id, withOpenSession: withOpenSession).run(in: $0) }
    default: try await log.write { try RestoreBook(id).run(in: $0) }
    }
  }

  private var isRestoring: Bool { if case .restoreBook = self { true } else { false } }

  private var book: Int {
    switch self {
    case .status(_, let book), .label(_, _, let book, _), .edition(_, _, let book, _),
      .deleteBook(let book, _):
      book
    default: 0
    }
  }
}

extension LibraryWish {
  /// Sends the act to the API; returns the code of the problem, or nil.
  fileprivate func send(to served: ServedLog) async throws -> String? {
    switch self {
    case .read(let title):
      return try await ask(served, .post, "sessions", ["kind": "reading", "title": title])
    case .stop:
      guard let open = try await served.log.openSessions().first else { return nil }
      return try await ask(
        served,
        .post,
        "sessions/\(open.id.record.text)/end",
        ["allow_short": true]
      )
    case .deleteSession(let session, let restores):
      guard let id = try await served.log.session(session)?.record.text else { return nil }
      let code = try await ask(served, .delete, "sessions/\(id)")
      guard code == nil, restores else { return code }
      return try await ask(served, .post, "sessions/\(id)/restore")
    case .goal(let target):
      let body: [String: Any] = ["target": target ?? NSNull(), "from": "2026-01-01"]
      return try await ask(served, .put, "goals/minutes/daily", body)
    default: return try await sendChange(served)
    }
  }

  private func sendChange(_ served: ServedLog) async throws -> String? {
    let log = served.log
    let found = isRestoring ? try await log.deletedBook() : try await log.book(book)
    guard let id = found?.record.text else { return nil }
    switch self {
    case .status(let status, _):
      return try await ask(served, .post, "books/\(id)/status", ["status": status.name])
    case .label(let kind, let name, _, let removes):
      let body = [removes ? "remove" : "add": [name]]
      return try await ask(served, .post, "books/\(id)/\(kind.plural)", body)
    case .edition(let pages, let isbn, _, let uses):
      var body: [String: Any] = ["pages": pages, "use": uses]
      body["isbn"] = isbn
      return try await ask(served, .post, "books/\(id)/editions", body)
    case .deleteBook(_, let withOpenSession):
      return try await ask(served, .delete, "books/\(id)?with_open_session=\(withOpenSession)")
    default: return try await ask(served, .post, "books/\(id)/restore")
    }
  }

  private func ask(
    _ served: ServedLog,
    _ method: HTTPMethod,
    _ path: String,
    _ body: [String: Any] = [:]
  ) async throws -> String? {
    let bytes = try JSONSerialization.data(withJSONObject: body)
    let text = method == .delete ? "" : String(decoding: bytes, as: UTF8.self)
    let type = method == .delete ? nil : "application/json"
    let answer = try await served.client.ask(method, "/api/v1/\(path)", text, type: type)
    guard answer.status.code >= 400 else { return nil }
    let problem = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    return problem?["code"] as? String ?? "\(answer.status.code)"
  }
}
