import Cairn

/// What must hold and does not.
struct Failure: Error {
  let what: String
  let details: String

  init(_ what: String, _ details: String = "") {
    (self.what, self.details) = (what, details)
  }
}

func require(_ condition: Bool, _ what: String, _ details: @autoclosure () -> String = "")
  throws(Failure)
{
  if !condition { throw Failure(what, details()) }
}

/// Time by kind of session.
typealias TimeByKind = [String: [Segment]]

extension LogView {
  /// All time that counts.
  var counted: TimeByKind {
    var kinds: TimeByKind = [:]
    for session in sessions { kinds[session.kind, default: []] += session.segments }
    return kinds.mapValues { $0.union }
  }

  /// Returns the session records whose times an act states.
  fileprivate func stated(by entry: Mutation) -> [Int] {
    let changes = entry.changes.filter { $0.set.contains(MergeField.times) }
    return changes.compactMap { content.sessions.index(of: $0.id) }
  }

  /// Returns whether the same was read in another session, or a page of it noted, during a session record.
  fileprivate func isRead(during record: Int) -> Bool {
    guard let time = times[record], let end = time.segments.last?.end,
      let reading = reading(of: record)
    else { return false }
    let isNoted = content.positions.contains { position in
      position.reading.flatMap { self.reading($0) } == reading
        && position.at.map { time.start <= $0 && $0 <= end } ?? false
    }
    return isNoted
      || times.indices.contains { other in
        guard other != record, sessionOf[other] != nil, self.reading(of: other) == reading,
          let their = times[other]
        else { return false }
        return their.start <= end && time.start <= their.segments.last?.limit ?? .beginning
      }
  }
}

extension MergeIssue.Kind {
  fileprivate var isAboutPages: Bool { self == .endsBeforeStart || self == .pagesCountedBefore }
}

/// What an act added and removed where it was done, and whether something was reported there before.
struct Effect {
  let added: TimeByKind
  let removed: TimeByKind
  let wasReported: Bool

  init(of entry: Mutation, on log: SimulatedLog) throws(Failure) {
    let before = Person(node: 9, log)
    wasReported = !before.issues.isEmpty
    var after = before
    after.apply(entry)
    after.show()
    let title = entry.title
    let isOneLess = before.view.sessions.count == after.view.sessions.count + 1
    try require(title != "delete" || isOneLess || wasReported, "deleted in part")
    let (have, had) = (after.view.counted, before.view.counted)
    if title == "split", !wasReported {
      try require(have == had, "split with other time")
      try Effect.splits(entry, before.view, after)
    }
    removed = had.subtracting(have)
    added = Effect.added(have, had, isTimer: title == "start" || title == "resume")
  }

  /// A split reports nothing and keeps the pages, unless something else was read during the session.
  private static func splits(
    _ entry: Mutation,
    _ before: LogView,
    _ after: Person
  ) throws(Failure) {
    let isAlone = before.stated(by: entry).allSatisfy { !before.isRead(during: $0) }
    let issues = after.issues.filter { isAlone || !$0.kind.isAboutPages }
    try require(issues.isEmpty, "split with other time", "\(issues)")
    let pages = [before, after.view].map { view in
      view.stated(by: entry).reduce(0) { $0 + (view.pages[$1]?.count ?? 0) }
    }
    try require(!isAlone || pages[0] == pages[1], "split with other pages", "\(pages)")
  }

  /// Without a press of start, a session only seems to run on where an act was done.
  private static func added(_ have: TimeByKind, _ had: TimeByKind, isTimer: Bool) -> TimeByKind {
    var added = have.subtracting(had)
    guard !isTimer else { return added }
    for (kind, time) in have {
      added[kind] = added[kind]?.subtracting(time.filter { $0.end == nil })
    }
    return added
  }
}

extension TimeByKind {
  func subtracting(_ other: TimeByKind) -> TimeByKind {
    var rest = self
    for (kind, time) in self { rest[kind] = time.subtracting(other[kind] ?? []) }
    return rest
  }
}

/// Checks one history: what all know, and what was done since.
struct HistoryCheck {
  let base: SimulatedLog
  let entries: [Mutation]
  let effects: [RecordID: Effect]
  let now: Int64
  let person: Person
  let shape: Shape
  let issues: Set<MergeIssue>
  let inEffect: Set<RecordID>

  init(
    _ base: SimulatedLog,
    _ entries: [Mutation],
    _ effects: [RecordID: Effect],
    now: Int64
  ) {
    (self.base, self.entries, self.effects, self.now) = (base, entries, effects, now)
    var log = base
    for entry in entries { log.apply(entry) }
    person = Person(node: 9, log)
    (shape, issues) = (Shape(person.view), person.issues)
    inEffect = Set(zip(log.history, log.history.areInEffect).filter(\.1).map { $0.0.id })
  }

  /// Checks everything.
  func run() throws(Failure) {
    try converges()
    try oneIsOpen()
    try sharedTimeIsReported()
    if issues.isEmpty { try noTimeIsLost() }
    try staysDeleted()
    try pagesCountOnce()
    for entry in entries where isInEffect(entry) { try undoIsNever(entry) }
    try allUndoneIsNever()
  }

  func isInEffect(_ entry: Mutation) -> Bool { inEffect.contains(entry.id) }

  private func converges() throws(Failure) {
    var other = SimulatedLog()
    for entry in entries.reversed() {
      other.apply(entry)
      other.apply(entry)
    }
    other.join(base)
    try require(other.isEqual(person.log), "records differ")
    let theirs = Person(node: 9, other)
    try require(Shape(theirs.view) == shape && theirs.issues == issues, "views differ")
  }

  private func oneIsOpen() throws(Failure) {
    let kinds = person.view.sessions.filter { $0.state != .ended }.map { $0.kind }
    try require(Set(kinds).count == kinds.count, "two are open", "\(kinds)")
  }

  private func sharedTimeIsReported() throws(Failure) {
    let sessions = person.view.sessions
    for (index, one) in sessions.enumerated() {
      let isPositive = one.segments.allSatisfy { $0.start < $0.limit }
      try require(isPositive, "negative time", one.id.shortName)
      for other in sessions[(index + 1)...] where one.kind == other.kind {
        guard one.segments.intersects(other.segments) else { continue }
        let isReported = issues.contains { issue in
          issue.kind == .overlap && Set([issue.record, issue.other]) == Set([one.id, other.id])
        }
        try require(isReported, "time counts twice", one.id.shortName + " " + other.id.shortName)
      }
    }
  }
}
