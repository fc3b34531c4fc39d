import Cairn

/// A log and the person before it.
///
/// An act is checked against what the device shows, and writes one
/// entry.
struct Person {
  let node: UInt32
  private(set) var log: SimulatedLog
  /// The view, unless the log has changed since it was derived.
  private var shown: LogView?
  private(set) var now: Int64 = 0
  /// The name of the entry that is written, and its ID.
  private(set) var name = ""
  private(set) var id = RecordID(name: "")

  init(node: UInt32, _ log: SimulatedLog = SimulatedLog()) {
    (self.node, self.log, shown) = (node, log, LogView(log.content))
  }

  /// Creates a person who has not looked at the log yet.
  init(node: UInt32, notShowing log: SimulatedLog) { (self.node, self.log) = (node, log) }

  var view: LogView { shown ?? LogView(log.content) }

  var issues: Set<MergeIssue> {
    view.issues.union(HistoryIssues.find(in: log.history, view.content))
  }

  mutating func receive(_ other: SimulatedLog) {
    guard log.lacksAny(of: other) else { return }
    // Without the view, which also has the records, these change in place.
    shown = nil
    log.join(other)
  }

  mutating func apply(_ entry: Mutation) {
    shown = nil
    log.apply(entry)
  }

  /// Derives the view if the log has changed.
  mutating func show() {
    if shown == nil { shown = LogView(log.content) }
  }

  @discardableResult
  mutating func perform(_ act: Act, at now: Int64, named: String? = nil) throws(Refused)
    -> Mutation
  {
    let entry = try write(act, at: now, named: named)
    apply(entry)
    return entry
  }

  /// Returns the entry of an act, without adding it to the log.
  mutating func write(_ act: Act, at now: Int64, named: String? = nil) throws(Refused)
    -> Mutation
  {
    show()
    let stamp = newStamp(now)
    self.now = now
    name = named ?? "\(stamp.time >> 16).\(stamp.time & 0xFFFF)@\(node)"
    id = RecordID(name: name)
    let written = try write(act)
    guard !written.changes.isEmpty || written.undoes != nil else { throw Refused() }
    return Mutation(
      id: id,
      stamp: stamp,
      at: Instant(milliseconds: now),
      title: act.name,
      undoes: written.undoes,
      turn: written.turn,
      knowledge: log.knowledge,
      changes: written.changes
    )
  }

  private func newStamp(_ now: Int64) -> Stamp {
    let wall = UInt64(now) << 16
    return Stamp(time: log.latest < wall ? wall : log.latest + 1, node: node)
  }

  private struct Written {
    var changes: [Change]
    var undoes: RecordID?
    var turn: Int64 = 0
  }

  private func write(_ act: Act) throws(Refused) -> Written {
    switch act {
    case .undo(let entry): try turn(entry, isUndo: true)
    case .redo(let entry): try turn(entry, isUndo: false)
    default: Written(changes: try draft(act).list)
    }
  }

  private func turn(_ id: RecordID, isUndo: Bool) throws(Refused) -> Written {
    guard let entry = log.entry(id), entry.undoes == nil else { throw Refused() }
    let turn = log.history.turns[id] ?? 0
    guard (turn % 2 == 0) == isUndo else { throw Refused() }
    let undo = undo(entry, turn)
    return Written(changes: undo.changes, undoes: id, turn: undo.turn)
  }

  private func undo(_ entry: Mutation, _ turn: Int64) -> Undo {
    let acts = log.history.filter { $0.undoes == nil }
    let inEffect = zip(log.history, log.history.areInEffect).filter(\.1).map { $0.0.entry }
    var records: [RecordID: Record] = [:]
    for change in entry.changes { records[change.id] = log.record(change.id) }
    return Undo(
      of: entry.entry,
      turn: turn,
      in: acts,
      inEffect: Set(inEffect),
      records: records
    )
  }

  private func draft(_ act: Act) throws(Refused) -> Draft {
    switch act {
    case .start(let kind, let book, let first): try start(kind, book, first)
    case .pause(let id): try press(id, .pause, [.running])
    case .resume(let id): try resume(id)
    case .stop(let id, let page, let pages): try stop(id, page, pages)
    case .track(let tracked): try track(tracked)
    case .edit(let id, let start, let end): try edit(id, start, end)
    case .move(let id, let distance, let over): try move(id, distance, over)
    case .split(let id, let at): try split(id, Instant(milliseconds: at))
    case .merge(let id, let target): try merge(id, target)
    case .delete(let id): try delete(id)
    case .restore(let id): try restore(id)
    case .rebook(let id, let book): try rebook(id, book)
    case .note(let id, let text): try note(id, text)
    case .mood(let id, let value): try mood(id, value)
    case .repage(let id, let page): try repage(id, page)
    default: try libraryDraft(act)
    }
  }

  private func libraryDraft(_ act: Act) throws(Refused) -> Draft {
    switch act {
    case .addBook(let title): added(title)
    case .mergeBooks(let book, let target): try mergeBooks(book, target)
    case .deleteBook(let book): try deleteBook(book)
    case .finish(let book): try finish(book)
    case .place(let book, let page): try place(book, page)
    case .climb(let id, let name, let at): try climb(id, name, at)
    case .attempt(let id, let result, let tick): try attempt(id, result, tick)
    case .moveClimb(let id, let session): try moveClimb(id, session)
    default: throw Refused()
    }
  }
}

extension Person {
  /// The ID of a new record, with the letter of its kind.
  func newID(_ letter: String) -> RecordID { RecordID(name: letter + ":" + name) }

  func session(
    _ id: RecordID,
    _ states: [ExplicitTimes.State] = [.running, .paused, .ended]
  ) throws(Refused) -> MergedSession {
    guard let index = view.session(id), states.contains(view.sessions[index].state) else {
      throw Refused()
    }
    return view.sessions[index]
  }

  func open(_ kind: String) -> MergedSession? {
    view.sessions.first { $0.kind == kind && $0.state != .ended }
  }

  /// Returns the records of a session, in order of time.
  func members(_ session: MergedSession) -> [Member] {
    session.members.compactMap { index in
      view.times[index].map { Member(index: index, fields: view.content.sessions[index], time: $0) }
    }
  }

  /// Refuses time that another session of the kind has.
  func requireFree(_ kind: String, _ time: [Segment], except ids: [RecordID?] = []) throws(Refused)
  {
    let isTaken = view.sessions.contains {
      $0.kind == kind && !ids.contains($0.id) && $0.segments.intersects(time)
    }
    if isTaken { throw Refused() }
  }
}

/// One record of a session that is shown.
struct Member {
  let index: Int
  let fields: SessionFields
  let time: SessionTime

  var id: RecordID { fields.id }
  var segments: [Segment] { time.segments }
}

extension LogContent {
  func session(_ id: RecordID) -> SessionFields? { sessions.index(of: id).map { sessions[$0] } }
}
