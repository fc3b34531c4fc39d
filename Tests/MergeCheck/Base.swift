import Cairn

/// What all devices know at the beginning of the histories of ``Explorer``, and what may be done then.
struct Base: Sendable {
  let name: String
  let log: SimulatedLog
  let choices: @Sendable (LogView, [Mutation]) -> [Act]

  init(
    _ name: String,
    _ acts: [(Int64, Act)],
    _ choices: @escaping @Sendable (LogView, [Mutation]) -> [Act]
  ) {
    (self.name, self.choices) = (name, choices)
    log = Base.log(acts)
  }

  static func log(_ acts: [(Int64, Act)]) -> SimulatedLog {
    var person = Person(node: 0)
    for (index, (now, act)) in acts.enumerated() {
      _ = try? person.perform(act, at: now, named: String(index))
    }
    return person.log
  }

  /// Pairs of acts that end as neither order would on one device, and better: the same move twice is one.
  static let accepted: Set = ["move | move"]

  static let all = [past, running, paused, books, climbs]

  private static let shelf: [(Int64, Act)] = [
    (1, .addBook("Dune")), (2, .addBook("Emma")),
    (1000, .track(.init(kind: "read", start: 100, end: 160, book: id("b:0"), page: 30))),
  ]

  private static let second: (Int64, Act) = (
    1001, .track(.init(kind: "read", start: 200, end: 260, book: id("b:0"), pages: 30))
  )
  private static let begun: (Int64, Act) = (1500, .start("read", id("b:0")))

  private static var past: Base {
    Base("past", shelf + [second, (1002, .note(id("s:3"), "before"))], pastChoices)
  }
  private static var running: Base { Base("running", shelf + [begun], openChoices) }
  private static var paused: Base {
    Base("paused", shelf + [begun, (1700, .pause(id("s:3")))], openChoices)
  }
  private static var books: Base { Base("books", shelf, bookChoices) }
  private static var climbs: Base {
    Base(
      "climbs",
      [
        (1000, .track(.init(kind: "climb", start: 100, end: 200))),
        (1001, .track(.init(kind: "climb", start: 300, end: 400))),
        (1002, .climb(id("s:0"), "Zora", at: 150)), (1003, .climb(id("s:1"), "Zora", at: 350)),
        (1004, .attempt(id("c:3"), "try")),
      ],
      climbChoices
    )
  }

  static func id(_ name: String) -> RecordID { RecordID(name: name) }
}

extension Base {
  private static func takingBack(_ known: [Mutation]) -> [Act] {
    let entries = known.filter { $0.undoes == nil }.map { $0.id }
    return entries.map { .undo($0) } + entries.map { .redo($0) } + [.undo(id("2"))]
  }

  private static func sorted(_ view: LogView) -> [MergedSession] {
    view.sessions.sorted { $0.id < $1.id }
  }

  /// Sessions that have ended.
  private static func pastChoices(_ view: LogView, _ known: [Mutation]) -> [Act] {
    var acts: [Act] = []
    let sessions = sorted(view)
    for session in sessions {
      guard let first = session.segments.first, let end = session.segments.last?.end else {
        continue
      }
      acts += changes(session.id, first.start.milliseconds, end.milliseconds, known)
      for other in sessions where other.id != session.id {
        acts.append(.merge(session.id, into: other.id))
        if other.id == id("s:x1") { acts.append(.move(session.id, by: -20, over: other.id)) }
      }
    }
    acts += view.deleted.map { .restore(view.content.sessions[$0].id) }
    acts.append(.track(.init(kind: "read", start: 165, end: 190, book: id("b:0"), page: 70)))
    if let last = sessions.last {
      acts.append(
        .track(
          .init(kind: "read", start: 230, end: 250, book: id("b:0"), page: 100, over: last.id)
        )
      )
    }
    return acts + takingBack(known)
  }

  private static func changes(
    _ session: RecordID,
    _ start: Int64,
    _ end: Int64,
    _ known: [Mutation]
  ) -> [Act] {
    [
      .split(session, at: start + 20), .split(session, at: start + 40), .move(session, by: 400),
      .edit(session, start: start - 10), .edit(session, end: end - 25), .delete(session),
      .note(session, "n\(known.count)"), .mood(session, 3), .repage(session, 50),
      .rebook(session, id("b:1")),
    ]
  }

  /// A session that runs or is paused.
  private static func openChoices(_ view: LogView, _ known: [Mutation]) -> [Act] {
    var acts: [Act] = []
    for session in sorted(view) where session.id != id("s:2") {
      let it = session.id
      acts += [
        .pause(it), .resume(it), .stop(it), .delete(it), .stop(it, page: 50), .stop(it, pages: 15),
        .note(it, "n\(known.count)"), .rebook(it, id("b:1")), .merge(it, into: id("s:2")),
        .move(it, by: 400),
      ]
      if let first = session.segments.first {
        acts.append(.edit(it, start: first.start.milliseconds - 100))
      }
    }
    acts += view.deleted.map { .restore(view.content.sessions[$0].id) }
    acts += [
      .start("read", id("b:0")), .start("read", id("b:1")), .start("climb"),
      .place(id("b:0"), page: 40), .undo(id("3")),
      .track(.init(kind: "read", start: 1600, end: 1700, book: id("b:0"), page: 45)),
    ]
    return acts + takingBack(known)
  }

  private static func bookChoices(_ view: LogView, _ known: [Mutation]) -> [Act] {
    var acts: [Act] = []
    for (book, other) in [("b:0", "b:1"), ("b:1", "b:0")] {
      acts += bookChoices(id(book), id(other))
    }
    for session in sorted(view) {
      let it = session.id
      acts += [.rebook(it, id("b:0")), .rebook(it, id("b:1")), .stop(it, page: 90)]
      if it == id("s:2") || it == id("s:x1") { acts += [.delete(it), .repage(it, 55)] }
    }
    return acts + takingBack(known)
  }

  private static func bookChoices(_ book: RecordID, _ other: RecordID) -> [Act] {
    [
      .mergeBooks(book, into: other), .deleteBook(book), .finish(book), .start("read", book),
      .track(.init(kind: "read", start: 300, end: 340, book: book, page: 80)),
      .track(.init(kind: "read", start: 400, end: 460, book: book, pages: 20)),
      .track(.init(kind: "read", start: 500, end: 560, book: book, page: 60, first: 10)),
      .place(book, page: 50), .place(book, page: 20),
    ]
  }

  private static func climbChoices(_ view: LogView, _ known: [Mutation]) -> [Act] {
    var acts: [Act] = []
    let sessions = sorted(view)
    for climb in view.climbs {
      acts += [
        .attempt(climb.id, "send"), .attempt(climb.id, "send", tick: "flash"),
        .attempt(climb.id, "try"),
      ]
      for session in sessions where session.id != view.sessions[climb.session].id {
        acts.append(.moveClimb(climb.id, session.id))
      }
    }
    for session in sessions {
      guard let first = session.segments.first, session.segments.last?.end != nil else { continue }
      let (it, start) = (session.id, first.start.milliseconds)
      acts += [
        .split(it, at: start + 60), .move(it, by: 450), .delete(it), .edit(it, end: start + 30),
        .climb(it, "Nine"),
      ]
      for other in sessions where other.id != it { acts.append(.merge(it, into: other.id)) }
    }
    return acts + takingBack(known)
  }
}
