import Cairn
import CairnActions
import CairnHTTP
import CairnStore
import CairnSync
import CairnTestKit
import CairnWeb
import Foundation
import Testing

@testable import CairnServer

/// The library, the API and the offline app run the same acts, so each history has one outcome (ADR 28).
@Suite struct `The interfaces of a log` {
  @Test(arguments: SeededGenerator.seeds)
  func `give every act the same outcome`(seed: UInt64) async throws {
    try await ServedLog.run { library in
      try await ServedLog.run { api in
        try await TestEngine.any.scratchLog { offline in
          let interfaces: [any Interface] = [
            LibraryInterface(log: library.scratch), APIInterface(served: api),
            try await OfflineInterface(offline),
          ]
          var dice = SeededGenerator(seed: seed)
          for step in 0..<120 {
            let (wish, wait) = (Wish.random(&dice), Int64.random(in: 0...2_400_000, using: &dice))
            for interface in interfaces { await interface.wait(Milliseconds(wait)) }
            var codes: [String?] = []
            for interface in interfaces { codes.append(try await interface.carryOut(wish)) }
            try #require(Set(codes).count == 1, "seed \(seed), step \(step), \(wish): \(codes)")
          }
          var contents: [[String]] = []
          for interface in interfaces { contents.append(try await interface.contents()) }
          #expect(contents[1] == contents[0], "seed \(seed)")
          #expect(contents[2] == contents[0], "seed \(seed)")
        }
      }
    }
  }
}

/// What a person wants to do.
private enum Wish {
  case read(title: String, note: String?)
  case climb(discipline: String?, place: String?)
  case listen(title: String)
  case pause(SessionKind), resume(SessionKind), discard(SessionKind)
  case stop(SessionKind, page: Int64?, note: String?, short: Bool)
  case position(page: Int64)
  case addClimb(name: String?, grade: String?, isSent: Bool)
  case attempt(AttemptResult)

  static func random(_ dice: inout SeededGenerator) -> Wish {
    let kind =
      [Reading.kind, Climbing.kind, Listening.kind].randomElement(using: &dice) ?? .init("")
    let title = ["Emma", "emma", "Dune", "Dune Messiah", "Mess", " "].randomElement(using: &dice)
    let page = Int64.random(in: -1...420, using: &dice)
    switch Int.random(in: 0..<14, using: &dice) {
    case 0, 1: return .read(title: title ?? "", note: Bool.random(using: &dice) ? "so far" : nil)
    case 2: return .climb(discipline: Bool.random(using: &dice) ? "bouldering" : nil, place: "Hall")
    case 3: return .listen(title: title ?? "")
    case 4: return .pause(kind)
    case 5: return .resume(kind)
    // Offline, a discarded session leaves the book or story that its start added (ADR 28).
    case 6: return .discard(Climbing.kind)
    case 7, 8, 9:
      let hasPage = kind == Reading.kind && Bool.random(using: &dice)
      // The API appends a note, and the form shows the earlier one for editing: so only one of the two sets one.
      let note = kind != Reading.kind && Bool.random(using: &dice) ? "done" : nil
      let isShort = Bool.random(using: &dice)
      return .stop(kind, page: hasPage ? page : nil, note: note, short: isShort)
    case 10: return .position(page: page)
    case 11, 12:
      let grade = ["V4", "7a+", "V99", nil].randomElement(using: &dice) ?? nil
      return .addClimb(name: ["Roof", nil][Int(page & 1)], grade: grade, isSent: page % 3 == 0)
    default: return .attempt(page % 2 == 0 ? .sent : .fell)
    }
  }
}

/// A way to act on a log of its own.
private protocol Interface {
  var log: ScratchLog { get }
  /// Returns the code of the error, or nil. Does nothing if the wish needs an open session and there is none.
  func carryOut(_ wish: Wish) async throws -> String?
  /// Returns the content of the log, without ids.
  func contents() async throws -> [String]
}

extension Interface {
  func wait(_ time: Milliseconds) async { log.clock.advance(by: time) }

  func contents() async throws -> [String] { try await log.withoutIDs() }
}

extension ScratchLog {
  /// The sessions, books, climbs and goals as text without ids, in order of time.
  func withoutIDs() async throws -> [String] {
    var all: [String] = []
    for row in try await log.sessions(SessionFilter(limit: 1_000)) {
      let climbs = try await log.climbs(of: row.id).map { climb in
        "\(climb.climb.title) \(climb.attempts.map(\.label))"
      }
      all.append(
        """
        \(row.kind.name) \(row.title ?? "-") \(row.timeline.segments) \(row.note ?? "-") \(climbs) \
        \(row.startPosition?.text ?? "-") \(row.endPosition?.text ?? "-") \(row.zone) \
        \(row.sessionContext.place ?? "-")
        """
      )
    }
    for row in try await log.books() {
      all.append(
        """
        \(row.title) \(row.status.name) \(row.position?.text ?? "-") \(row.finished ?? "-") \
        \(row.shelves ?? "-") \(row.tags ?? "-") \(row.pages ?? 0)
        """
      )
    }
    for goal in try await log.goals() { all.append("\(goal)") }
    return all.sorted()
  }
}

private struct LibraryInterface: Interface {
  let log: ScratchLog
  private static let zone = "Europe/Berlin"

  func carryOut(_ wish: Wish) async throws -> String? {
    do {
      try await log.log.write("Act") { try Self.run(wish, in: $0) }
      return nil
    } catch let error as CairnError {
      return error.code
    }
  }

  private static func run(_ wish: Wish, in writer: LogWriter) throws {
    switch wish {
    case .read(let title, let note):
      var start = SessionStart(zone: zone)
      start.note = note
      _ = try StartReading(BookChoice(NewBook(title: title)), start).run(in: writer)
    case .climb(let discipline, let place):
      var start = StartClimbing(SessionStart(zone: zone))
      start.climbing.discipline = discipline.map { Discipline(name: $0) }
      start.start.sessionContext.place = place
      _ = try start.run(in: writer)
    case .listen(let title):
      let story = StoryChoice(NewStory(title: title))
      _ = try StartListening(story, SessionStart(zone: zone)).run(in: writer)
    case .position(let page):
      guard let open = try writer.openSession(Reading.kind), let book = open.entry else { return }
      try UpdatePosition(.page(page), in: book, zone: zone).run(in: writer)
    default: try runInSession(wish, writer)
    }
  }

  private static func runInSession(_ wish: Wish, _ writer: LogWriter) throws {
    switch wish {
    case .pause(let kind):
      if let open = try writer.openSession(kind) { try PauseSession(open.id).run(in: writer) }
    case .resume(let kind):
      if let open = try writer.openSession(kind) { try ResumeSession(open.id).run(in: writer) }
    case .discard(let kind):
      if let open = try writer.openSession(kind) { try DiscardSession(open.id).run(in: writer) }
    case .stop(let kind, let page, let note, let short):
      guard let open = try writer.openSession(kind) else { return }
      var stop = StopSession(open.id, zone: zone)
      stop.position = page.map { .page($0) }
      stop.note = note.map { .replace($0) }
      stop.allowsShort = short
      try stop.run(in: writer)
    case .addClimb(let name, let grade, let isSent):
      guard let open = try writer.openSession(Climbing.kind) else { return }
      var new = NewClimb()
      (new.name, new.grade, new.isSent) = (name, grade.map { GradeInput($0) }, isSent)
      try AddClimb(new, to: open.id).run(in: writer)
    case .attempt(let result):
      guard let open = try writer.openSession(Climbing.kind),
        let climb = try writer.climbs(in: open.id).last
      else { return }
      try LogAttempt(result, to: climb.id).run(in: writer)
    default: break
    }
  }
}

private struct APIInterface: Interface {
  let served: ServedLog
  var log: ScratchLog { served.scratch }

  func carryOut(_ wish: Wish) async throws -> String? {
    switch wish {
    case .read(let title, let note): try await start("reading", title, note: note)
    case .climb(let discipline, let place):
      try await start("climbing", discipline: discipline, place: place)
    case .listen(let title): try await start("listening", title)
    case .pause(let kind): try await post("pause", to: kind)
    case .resume(let kind): try await post("resume", to: kind)
    case .discard(let kind): try await post("cancel", to: kind)
    case .stop(let kind, let page, let note, let short):
      try await stop(kind, page, note, short)
    case .position(let page): try await set(page)
    case .addClimb(let name, let grade, let isSent):
      try await post(
        "climbs",
        to: Climbing.kind,
        ["name": name, "grade": grade, "sent": isSent ? true : nil]
      )
    case .attempt(let result): try await attempt(result)
    }
  }

  private func start(
    _ kind: String,
    _ title: String? = nil,
    note: String? = nil,
    discipline: String? = nil,
    place: String? = nil
  ) async throws -> String? {
    try await send(
      "/api/v1/sessions",
      ["kind": kind, "title": title, "note": note, "discipline": discipline, "place": place]
    )
  }

  private func stop(
    _ kind: SessionKind,
    _ page: Int64?,
    _ note: String?,
    _ short: Bool
  ) async throws -> String? {
    try await post("end", to: kind, ["page": page, "note": note, "allow_short": short])
  }

  private func set(_ page: Int64) async throws -> String? {
    guard let open = try await open(Reading.kind), let book = open.entry else { return nil }
    return try await send("/api/v1/books/\(book.record.text)/place", ["page": page])
  }

  private func attempt(_ result: AttemptResult) async throws -> String? {
    guard let open = try await open(Climbing.kind),
      let climb = try await served.log.climbs(of: open.id).last
    else { return nil }
    let path = "/api/v1/climbs/\(climb.climb.id.record.text)/attempts"
    return try await send(path, ["result": result.name])
  }

  private func open(_ kind: SessionKind) async throws -> SessionRow? {
    try await served.log.openSessions().first { $0.kind == kind }
  }

  private func post(
    _ act: String,
    to kind: SessionKind,
    _ fields: [String: Any?] = [:]
  ) async throws -> String? {
    guard let open = try await open(kind) else { return nil }
    return try await send("/api/v1/sessions/\(open.id.record.text)/\(act)", fields)
  }

  private func send(_ path: String, _ fields: [String: Any?]) async throws -> String? {
    let known = fields.compactMapValues { $0 }
    let body = try JSONSerialization.data(withJSONObject: known)
    let answer = try await served.client.post(path, String(decoding: body, as: UTF8.self))
    guard answer.status.code >= 400 else { return nil }
    let problem = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    return problem?["code"] as? String ?? "\(answer.status.code)"
  }
}

/// The offline app, which keeps its mutations until ``contents()`` sends them.
private final class OfflineInterface: Interface {
  let log: ScratchLog
  private let snapshot: String
  private var lines: [String] = []
  private var dice = SeededGenerator(seed: 5)

  init(_ log: ScratchLog) async throws {
    self.log = log
    let head = try await log.log.syncHead()
    let zone = try #require(log.environment.zone("Europe/Berlin"))
    let (node, now) = (log.log.context.node, log.clock.now)
    let records = try await log.log.offlineSnapshot(today: zone.day(at: now), confirm: [])
    let bytes = records.encode(head, node: node, at: now, zones: [zone])
    snapshot = String(decoding: bytes, as: UTF8.self)
  }

  func carryOut(_ wish: Wish) async throws -> String? {
    switch wish {
    case .read(let title, let note): try act("read", ["title": title, "note": note])
    case .climb(let discipline, let place):
      try act("climb", ["discipline": discipline, "place": place])
    case .listen(let title): try act("listen", ["listenTitle": title])
    case .pause(let kind): try act("pause", in: kind)
    case .resume(let kind): try act("resume", in: kind)
    case .discard(let kind): try act("discard", in: kind)
    case .stop(let kind, let page, let note, let short):
      try act("stop", in: kind, ["page": page.map { "\($0)" }, "note": note, "short": short])
    case .position(let page): try set(page)
    case .addClimb(let name, let grade, let isSent):
      try act(
        "add-climb",
        in: Climbing.kind,
        ["name": name, "grade": grade, "outcome": isSent ? "sent" : nil]
      )
    case .attempt(let result): try attempt(result)
    }
  }

  func contents() async throws -> [String] {
    let head = try await log.log.syncHead()
    let body = """
      {"proto":1,"epoch":"\(head.epoch.text)","lines":[\(lines.joined(separator: ","))]}
      """
    _ = try await log.log.applyPush(SyncPush(Array(body.utf8)))
    return try await log.withoutIDs()
  }

  private func set(_ page: Int64) throws -> String? {
    guard try running(Reading.kind) != nil else { return nil }
    let books = try view()["books"] as? [[String: Any]] ?? []
    return try act("place", ["book": books.first?["id"] as? String, "page": "\(page)"])
  }

  private func attempt(_ result: AttemptResult) throws -> String? {
    let climbs = try running(Climbing.kind)?["climbs"] as? [[String: Any]]
    guard let climb = climbs?.last else { return nil }
    return try act("attempt", ["climb": climb["id"] as? String, "result": result.name])
  }

  private func act(
    _ name: String,
    in kind: SessionKind,
    _ fields: [String: Any?] = [:]
  ) throws -> String? {
    guard let session = try running(kind)?["id"] as? String else { return nil }
    return try act(name, fields.merging(["session": session]) { $1 })
  }

  private func running(_ kind: SessionKind) throws -> [String: Any]? {
    let running = try view()["running"] as? [[String: Any]] ?? []
    return running.first { $0["kind"] as? String == kind.name }
  }

  private func view() throws -> [String: Any] {
    try Self.object(ask("null", Offline.view))
  }

  private func act(_ name: String, _ fields: [String: Any?]) throws -> String? {
    var known = fields.compactMapValues { $0 }
    known["do"] = name
    let question = try JSONSerialization.data(withJSONObject: known)
    let answer = ask(String(decoding: question, as: UTF8.self), Offline.act)
    if let error = try Self.object(answer)["error"] as? [String: Any] {
      return error["code"] as? String
    }
    if let start = answer.range(of: #""mutation":"#) {
      lines.append(String(answer[start.upperBound...].dropLast()))
    }
    return nil
  }

  private func ask(_ act: String, _ core: ([UInt8]) -> [UInt8]) -> String {
    let seed = (0..<4).map { _ in String(dice.next(), radix: 16) }.joined()
    let question = """
      {"now":\(log.clock.now.milliseconds),"node":"0000beef","seed":"\(seed)",\
      "snapshot":\(snapshot),"lines":[\(lines.joined(separator: ","))],"act":\(act)}
      """
    return String(decoding: core(Array(question.utf8)), as: UTF8.self)
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }
}
