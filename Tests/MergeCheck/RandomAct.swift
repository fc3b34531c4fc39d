import Cairn

/// What a person may do next.
struct RandomAct {
  private let view: LogView
  private let entries: [RecordID]

  init(_ person: Person) {
    view = person.view
    entries = person.log.history.filter { $0.undoes == nil }.map { $0.id }
  }

  /// Returns a random act; nil if there is nothing to do it to.
  ///
  /// It may still be refused.
  func next(_ random: inout SeededGenerator) -> Act? {
    switch random.below(39) {
    case 0...3: start(&random)
    case 4...8: timer(&random)
    case 9...13: track(&random)
    case 14...18: times(&random)
    case 19...25: sessions(&random)
    case 26...30: library(&random)
    case 31...34: climbs(&random)
    default: random.pickOne(entries).map { random.below(4) == 0 ? .redo($0) : .undo($0) }
    }
  }

  private func session(_ random: inout SeededGenerator) -> MergedSession? {
    random.pickOne(view.sessions)
  }

  private func book(_ random: inout SeededGenerator) -> RecordID? {
    random.pickOne(view.content.subjects.filter { $0.exists }.map { $0.id })
  }

  private func start(_ random: inout SeededGenerator) -> Act? {
    if random.below(3) == 0 { return .start("climb") }
    return .start("read", book(&random), first: random.pick([nil, nil, 10, 60]))
  }

  private func timer(_ random: inout SeededGenerator) -> Act? {
    guard let id = session(&random)?.id else { return nil }
    switch random.below(5) {
    case 0: return .pause(id)
    case 1: return .resume(id)
    case 2: return .stop(id)
    case 3: return .stop(id, page: random.pick([30, 60, 90, 120]))
    default: return .stop(id, pages: 20)
    }
  }

  private func track(_ random: inout SeededGenerator) -> Act? {
    let at = random.below(60) * 10
    switch random.below(3) {
    case 0: return .track(.init(kind: "climb", start: at, end: at + random.pick([20, 50])))
    case 1:
      var tracked = Act.Tracked(kind: "read", start: at, end: at + 50, book: book(&random))
      (tracked.page, tracked.pages) = (random.pick([nil, 40, 90]), random.pick([nil, 10]))
      return .track(tracked)
    default:
      var tracked = Act.Tracked(kind: "read", start: at, end: at + 30, book: book(&random))
      (tracked.page, tracked.first) = (random.pick([50, 80]), random.pick([nil, 20, 70]))
      tracked.over = session(&random)?.id
      return .track(tracked)
    }
  }

  private func times(_ random: inout SeededGenerator) -> Act? {
    guard let session = session(&random) else { return nil }
    let start = session.segments.first?.start.milliseconds ?? 100
    let end = session.segments.last?.end?.milliseconds ?? start + 100
    switch random.below(5) {
    case 0: return .edit(session.id, start: start + random.pick([-20, 10]))
    case 1: return .edit(session.id, end: end + random.pick([-20, 10]))
    case 2: return .move(session.id, by: random.pick([-200, 100, 15]))
    default: return .split(session.id, at: start + random.pick([10, 20, 30]))
    }
  }

  private func sessions(_ random: inout SeededGenerator) -> Act? {
    guard let id = session(&random)?.id else { return nil }
    switch random.below(8) {
    case 0, 1: return session(&random).map { .merge(id, into: $0.id) }
    case 2: return .delete(id)
    case 3: return random.pickOne(view.deleted).map { .restore(view.content.sessions[$0].id) }
    case 4: return book(&random).map { .rebook(id, $0) }
    case 5: return .note(id, "n\(random.below(60) * 10)")
    case 6: return .mood(id, 1 + random.below(5))
    default: return .repage(id, random.pick([40, 100]))
    }
  }

  private func library(_ random: inout SeededGenerator) -> Act? {
    guard let book = book(&random), let other = self.book(&random) else { return nil }
    switch random.below(5) {
    case 0: return .addBook("B")
    case 1: return .mergeBooks(book, into: other)
    case 2: return .deleteBook(book)
    case 3: return .finish(book)
    default: return .place(book, page: random.pick([20, 50, 110]))
    }
  }

  private func climbs(_ random: inout SeededGenerator) -> Act? {
    guard let id = session(&random)?.id else { return nil }
    guard let climb = random.pickOne(view.climbs)?.id, random.below(4) > 0 else {
      return .climb(id, random.pick(["X", "Y"]))
    }
    if random.below(3) == 0 { return .moveClimb(climb, id) }
    return .attempt(climb, random.pick(["send", "try"]), tick: random.pick([nil, "flash"]))
  }
}
