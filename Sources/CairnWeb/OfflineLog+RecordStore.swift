import Cairn
import CairnActions

/// A session in a browser with its title.
struct OfflineSession: SessionSummary {
  let session: Session<NoDetail>
  let title: String?

  var id: SessionID { session.id }
  var kind: SessionKind { session.kind }
  var timeline: Timeline { session.timeline }
  var source: String? { session.source }
}

extension OfflineLog: RecordStore {
  var clockMark: ClockMark? { nil }

  func newID<Entity: Recorded>(of type: Entity.Type) -> Identifier<Entity> { ids.next(of: type) }

  /// Returns nil: the offline app knows no activity kinds.
  func run<Work: DetailWork>(_ work: Work, for kind: SessionKind) -> Work.Result? { nil }

  func setting(_ setting: Setting) -> String {
    let id = Setting.recordID(setting.name)
    guard let record = present(Setting.recordKind, id),
      case .text(let value) = record.fields["value"]
    else { return setting.standard }
    return value
  }

  func rules(_ zone: String) -> ZoneRules { zones.rules(zone) }

  func summary(of id: SessionID) throws(CairnError) -> OfflineSession? {
    try find(Session<NoDetail>.self, id.record).map { summary($0) }
  }

  func openSession(_ kind: SessionKind) -> OfflineSession? {
    sessions.first { $0.kind == kind && !$0.timeline.isEnded }.map { summary($0) }
  }

  func sessions(_ kind: SessionKind, overlapping timeline: Timeline) -> [OfflineSession] {
    sessions.filter { $0.kind == kind && $0.timeline.overlaps(timeline, now: .limit) }
      .map { summary($0) }
  }

  func recentLengths(_ kind: SessionKind) -> [Milliseconds] {
    sessions.filter { $0.kind == kind && $0.timeline.isEnded }.prefix(20)
      .map { $0.timeline.active(until: now) }
  }

  /// Does nothing: the browser does not keep what else a start did.
  func revertStart(of id: SessionID) {}

  /// Does nothing: the browser does not know whether an edit of another device is newer.
  func reassertPrivate(_ id: SessionID) {}

  func readThroughs(of book: Identifier<Entry>) -> [ReadThrough] {
    all(ReadThrough.self).filter { $0.entry == book }.sorted { $0.precedes($1) }
  }

  func lastReading(of book: Identifier<Entry>, before start: Instant?) -> SessionID? {
    readings(of: book).last { $0.timeline.start < start ?? .limit }?.id
  }

  func nextReading(after session: Session<Reading>) -> SessionID? {
    readings(of: session.detail.entry).first {
      $0.detail.readThrough == session.detail.readThrough
        && $0.timeline.start > session.timeline.start
    }?.id
  }

  func books(matching text: String) -> [TitledBook] {
    let text = folded(text)
    return all(Entry.self).compactMap { named($0) }
      .filter { folded($0.title).holds(text) || $0.authors.map { folded($0).holds(text) } ?? false }
  }

  func knownAuthor(named name: String) -> Identifier<Author>? {
    all(Author.self).first { folded($0.name) == folded(name) }?.id
  }

  func lastPosition(in story: Identifier<Story>) -> Milliseconds? {
    let ended = all(Session<Listening>.self).filter { session in
      session.detail.story == story && session.timeline.isEnded
        && (session.detail.endPosition != nil || session.detail.isCompleted)
    }
    let last = ended.max { ($0.timeline.start, $0.id) < ($1.timeline.start, $1.id) }
    return last.flatMap { $0.detail.isCompleted ? nil : $0.detail.endPosition }
  }

  func stories(titled title: String) -> [Story] {
    all(Story.self).filter { folded($0.title) == folded(title) }
  }

  func climbs(on climbContext: ClimbContext) -> [Climb] {
    all(Climb.self).filter { $0.climbContext.isSame(as: climbContext) }
      .ordered { SortKey($0.position, $0.id.record) }
  }

  func lastPosition(on climbContext: ClimbContext) -> Int64 {
    climbs(on: climbContext).reduce(0) { max($0, $1.position) }
  }

  func attempts(at climb: Identifier<Climb>) throws(CairnError) -> [Attempt] {
    guard let climb = try find(Climb.self, climb.record) else { return [] }
    return attempts(at: climb)
  }
}

extension OfflineLog {
  /// The hour at which days begin, 0–23.
  var dayStart: Int64 { Int64(setting(.dayStartHour)) ?? 0 }

  /// The notation of times of day.
  var clockStyle: ClockStyle { ClockStyle(name: setting(.clockStyle)) ?? .twentyFourHours }

  /// Returns the civil day of an instant, with the person's start of day.
  func localDay(at instant: Instant, zone: String) -> LocalDay {
    rules(zone).day(at: instant, dayStartHour: dayStart)
  }

  private func summary(_ session: Session<NoDetail>) -> OfflineSession {
    OfflineSession(session: session, title: titleOf(session))
  }

  /// The sessions of a book, oldest first.
  private func readings(of book: Identifier<Entry>) -> [Session<Reading>] {
    all(Session<Reading>.self).filter { $0.detail.entry == book }
      .ordered { SortKey($0.timeline.start.milliseconds, $0.id.record) }
  }

  private func named(_ entry: Entry) -> TitledBook? {
    guard let work = try? find(Work.self, entry.work.record) else { return nil }
    let authors = work.credits.compactMap { (try? find(Author.self, $0.author.record))?.name }
    let text = authors.isEmpty ? nil : authors.joined(separator: ", ")
    return TitledBook(id: entry.id, title: work.title, authors: text)
  }
}

extension String {
  /// Returns whether a text occurs in this one, byte by byte.
  fileprivate func holds(_ other: String) -> Bool {
    let (own, part) = (Array(utf8), Array(other.utf8))
    guard part.count <= own.count else { return false }
    return (0...(own.count - part.count)).contains { own[$0...].starts(with: part) }
  }
}

extension ClimbContext {
  /// Returns whether both are the same session or the same day.
  fileprivate func isSame(as other: ClimbContext) -> Bool {
    switch (self, other) {
    case (.session(let own), .session(let id)): own == id
    case (.day(let own, _, _), .day(let day, _, _)): own == day
    default: false
    }
  }
}
