public import Cairn
package import CairnSQL

/// One user action while it happens: reads records, changes them, and becomes one mutation.
///
/// Every change is stored and projected at once, inside the transaction of
/// ``Log/write(_:_:)``; an error anywhere takes all of it back. Valid only inside that call.
public final class LogWriter {
  /// When the person does it.
  public let now: Instant
  /// What the person does, in their words; the line of history.
  public var title: String

  package let log: LogContext
  let projection: ProjectionContext
  private var clock: HybridClock
  private var stamp: Stamp
  /// The first stamp of this write: whatever has that or a later one was set by it.
  let firstStamp: Stamp
  private var sequence: Int64
  /// The number of the latest change that left no record.
  private var forgotten: Int64?
  private var seen: Stamp?
  /// What the sum over all stamps grows by.
  private(set) var digest = LogDigest()
  /// Whether something here cannot be read; nil while nobody asked.
  var mayHaveUnreadable: Bool?
  private var changes: [Change] = []
  /// The bytes of their texts.
  private var changedBytes = 0
  private var batch: RecordID?
  private var parts: Int64 = 0
  /// Whether what is stored keeps the stamps of another log; see ``LogMerge``.
  private(set) var isJoining = false
  /// Whether something changed after which nothing of the shelf may be unknown.
  private(set) var mayComplete = false
  /// Whether there is a line of history even when no record got another value.
  var keepsLine = false
  /// The session whose end was measured by a clock that cannot be set, since the other was.
  var measured: SessionID?
  /// The book that reached its last page and was finished by that.
  public internal(set) var finished: Identifier<Entry>?
  /// The book of which no session reaches the last page any more, and what became of its finish.
  public internal(set) var followedFinish: (Identifier<Entry>, Book.Finish)?
  /// What became of the place in a book that a tracked session did not simply move on.
  public internal(set) var bookmark: BookmarkOutcome?
  /// The sessions that made room for the one that was asked for, as they are now.
  public internal(set) var shortened: [SessionRow] = []
  /// Sessions that changed, by the reading they belong to.
  var changedSessions: [RecordID: ChangedSessions] = [:]
  /// The earliest start of a listening session that changed; nil while none did.
  var heardSince: Instant?
  /// The milestones that this mutation is the first to reach.
  public internal(set) var unlocked: [ReachedMilestone] = []
  /// Whether records are deleted here since another device deleted them.
  var hasRemovals = false
  /// The sessions that were ended since another of their kind was started or resumed later.
  var superseded: Set<RecordID> = []
  /// The line of history that this one takes back.
  var undoes: RecordID?
  /// Where the ids of new records come from when a request has a name; nil when any will do.
  var ids: RequestIDs?
  /// The request that asked for it, and what it was answered.
  var reply: (to: RequestKey, answer: String)?

  init(_ title: String, now: Instant, log: LogContext, in connection: any SQLConnection) throws {
    self.title = title
    self.now = now
    self.log = log
    projection = ProjectionContext(connection, zone: log.environment.zone)
    clock = try MutationTable.clock(of: log.node, in: connection)
    stamp = clock.tick(at: now)
    firstStamp = stamp
    sequence = try RecordTable.lastSequence(in: connection)
  }

  package var connection: any SQLConnection { projection.connection }

  /// What is known of this write so far beside the rows themselves and the sums.
  struct State {
    fileprivate var clock: HybridClock
    fileprivate var sequence: Int64
    fileprivate var forgotten: Int64?
    fileprivate var seen: Stamp?
    fileprivate var digest: LogDigest
    fileprivate var line: Line
  }

  /// What is known of the line of history that is being written.
  fileprivate struct Line {
    let stamp: Stamp
    let changes: [Change]
    let changedBytes: Int
    let batch: RecordID?
    let parts: Int64
    let undoes: RecordID?
    let keepsLine: Bool
  }

  private var lineState: Line {
    get {
      Line(
        stamp: stamp,
        changes: changes,
        changedBytes: changedBytes,
        batch: batch,
        parts: parts,
        undoes: undoes,
        keepsLine: keepsLine
      )
    }
    set {
      (stamp, changes, changedBytes) = (newValue.stamp, newValue.changes, newValue.changedBytes)
      (batch, parts) = (newValue.batch, newValue.parts)
      (undoes, keepsLine) = (newValue.undoes, newValue.keepsLine)
    }
  }

  /// What is known of it; set back when a part of it is taken back.
  var state: State {
    get {
      State(
        clock: clock,
        sequence: sequence,
        forgotten: forgotten,
        seen: seen,
        digest: digest,
        line: lineState
      )
    }
    set {
      (clock, sequence, forgotten) = (newValue.clock, newValue.sequence, newValue.forgotten)
      (seen, digest, lineState) = (newValue.seen, newValue.digest, newValue.line)
    }
  }

  /// A new identity.
  public func newID() -> RecordID { log.environment.newID(at: now) }

  /// The identity of a new record: of the request that asks for it, where that has a name.
  func newID<Thing: Recorded>(of type: Thing.Type) -> Identifier<Thing> {
    Identifier(ids?.next(Thing.recordKind) ?? newID())
  }

  /// The identity of a reading that a rule of a book opens.
  func newReadingID() -> RecordID { newID(of: ReadThrough.self).record }

  /// The thing stored under an id, or nil when there is none or it is deleted.
  ///
  /// Throws `record.malformed`, or a storage error.
  public func find<Thing: Recorded>(_ type: Thing.Type, _ id: RecordID) throws -> Thing? {
    guard let record = try RecordTable.find(Thing.recordKind, id, in: connection),
      record.deletion == nil
    else { return nil }
    return try Thing(recordID: id, fields: record.fields)
  }

  /// Stores a thing; only fields that differ from what is stored become part of the mutation.
  ///
  /// Storing a thing that is deleted brings it back.
  public func save(_ thing: some Recorded) throws {
    let kind = type(of: thing).recordKind
    try save(thing, over: RecordTable.find(kind, thing.recordID, in: connection))
  }

  /// Stores a thing over its record, or none, as it was just read.
  func save(_ thing: some Recorded, over old: Record?) throws {
    var fields = Fields(capacity: 24)
    thing.write(to: &fields)
    fields[RecordField.deleted] = .null
    if let old { fields.keepStretches(of: old) }
    try set(fields, type(of: thing).recordKind, thing.recordID, over: old)
  }

  /// Deletes a record softly: it stays stored and can be restored.
  ///
  /// Deleting what is not there, or no more, does nothing.
  public func delete(_ kind: RecordKind, _ id: RecordID, how: String = Deletion.byPerson) throws {
    guard let record = try RecordTable.find(kind, id, in: connection), record.deletion == nil
    else { return }
    var fields = Fields()
    fields[RecordField.deleted] = .text(how)
    try set(fields, kind, id)
  }

  /// Sets fields of a record, known to this version or not.
  package func set(_ fields: Fields, _ kind: RecordKind, _ id: RecordID) throws {
    try set(fields, kind, id, over: RecordTable.find(kind, id, in: connection))
  }

  private func set(
    _ fields: Fields,
    _ kind: RecordKind,
    _ id: RecordID,
    over old: Record?
  ) throws {
    guard let change = Change(kind, id, setting: fields, over: old) else { return }
    try store(change, over: old)
  }

  /// Stores a change of a record, or of none that was there before.
  func store(_ change: Change, over old: Record?) throws {
    let (kind, id) = (change.kind, change.id)
    try change.requirePossible()
    var new = old ?? Record(kind: kind, id: id, fields: Fields(), stamp: stamp)
    new.set(change.set, stamp: stamp)
    try store(new, replacing: old)
    if kind == SessionRecord.kind {
      try noteSession(new, replacing: old)
      try noteListening(new, replacing: old)
    }
    note(change)
    mayComplete = mayComplete || change.mayCompleteShelf
    if isPartFull, batch != nil { try closePart() }
  }

  /// Stores a line of history.
  func append(_ mutation: Mutation, from join: RecordID? = nil, isSent: Bool = false) throws {
    try MutationTable.append(mutation, from: join, isSent: isSent, in: connection)
    digest.add(mutation.id)
  }

  /// A new stamp of this log, for a value whose own cannot be taken.
  func newStamp() -> Stamp {
    let stamp = clock.tick(at: now)
    seen = max(seen ?? stamp, stamp)
    return stamp
  }

  /// Makes every later stamp of this log larger than one that came from elsewhere.
  func observe(_ stamp: Stamp) {
    guard stamp.time >= self.stamp.time else { return }
    clock.observe(stamp)
    seen = max(seen ?? stamp, stamp)
    if changes.isEmpty { self.stamp = clock.tick(at: now) }
  }

  func store(_ new: Record, replacing old: Record?) throws {
    sequence += 1
    try RecordTable.store(new, sequence: sequence, in: connection)
    if let old { digest.remove(old) }
    digest.add(new)
    if old?.deletion != nil, new.deletion == nil {
      try RemoteDeletionTable.remove(new.kind, new.id, in: connection)
    }
    try log.projector.project(new, replacing: old, in: projection)
    try StoryChange.note(new, replacing: old, at: now, in: connection)
    if old != nil { try noteReadable(new) }
  }

  /// Removes a record as if it had never come here; only the number of the change stays.
  func forget(_ record: Record) throws {
    numberUnseen()
    try RecordTable.remove(record.kind, record.id, in: connection)
    try RemoteDeletionTable.remove(record.kind, record.id, in: connection)
    try noteReadable(record)
    digest.remove(record)
    try log.projector.remove(record, in: projection)
    try StoryChange.note(nil, replacing: record, at: now, in: connection)
  }

  /// Gives a number to a change that leaves no record, so that whoever looks for changes sees it.
  func numberUnseen() {
    sequence += 1
    forgotten = sequence
  }

  /// Stores a record as another log has it, with its stamps, as part of this mutation; gives what
  /// is wrong with one that this version cannot read.
  func adopt(_ new: Record, replacing old: Record?) throws -> CairnError? {
    let error = try storeForeign(new, replacing: old)
    // Its line of history only tells of it, and another may be missing in what was taken in.
    if try SyncTable.place(in: connection) != nil {
      try ResendTable.add(new.kind, new.id, in: connection)
    }
    guard isJoining, let change = Change(new.kind, new.id, setting: new.fields, over: old) else {
      return error
    }
    note(change)
    if isPartFull { try closePart() }
    return error
  }
}

extension LogWriter {
  /// Changes in one mutation of a batch, so that each stays small enough to send
  /// (spec/sync.md 3.2).
  static let partSize = 200

  private var isPartFull: Bool {
    changes.count >= Self.partSize || changedBytes >= Change.partBytes
  }

  private func note(_ change: Change) {
    changes.append(change)
    changedBytes += change.textBytes
  }

  /// Refuses a step that no server takes, since no device could fetch it.
  private func requireSendableChanges() throws(CairnError) {
    guard changes.isTooLarge else { return }
    throw CairnError(
      "record.too_long",
      "“\(title)” would change more than \(Change.listLimit >> 20) MiB in one step.",
      hint: "Do it in several steps; nothing was changed."
    )
  }

  /// Cuts what follows into parts of one batch that is undone as one (ADR 0007).
  public func beginBatch() {
    batch = batch ?? newID()
  }

  /// The same under an id that was known before, or where that line was taken back under the next one; gives the one
  /// that was written already and stands.
  package func beginBatch(_ line: RecordID) throws -> RecordID? {
    var line = line
    while let known = try HistoryQuery.find(line, in: connection) {
      if known.stands { return line }
      line = RecordID(derivedFrom: ["again", line.text])
    }
    batch = line
    return nil
  }

  /// Ends the line of history that is being written, and begins another one in the same write.
  func beginLine(_ line: RecordID? = nil) throws {
    try closePart()
    (batch, parts, undoes, keepsLine) = (line, 0, nil, false)
  }

  /// Has what follows be told as done by a rule, for which no person asked, in a line of its own.
  func beginAutomaticMutation() throws {
    guard hasChanges || keepsLine || batch == nil else { return }
    try beginLine(RecordID(ofRule: newID()))
  }

  /// Begins the batch of a join and gives its line.
  func beginJoin() -> RecordID {
    isJoining = true
    let line = batch ?? newID()
    batch = line
    return line
  }

  /// Stores the mutation when anything changed; the last step of a write.
  func finish() throws {
    try followSessions()
    try followMilestones()
    try noteCompletion()
    try closePart()
    if isJoining, parts > 1, let batch { try MutationTable.restamp(batch, stamp, in: connection) }
    if let seen { try DeviceTable.note(seen, in: connection) }
    if let forgotten { try DeviceTable.note(forgotten: forgotten, in: connection) }
    try StateChecksum.add(digest, in: connection)
    // A rebuild computes the sums as well.
    if projection.hasMixedDays {
      _ = try Rebuild(log, connection).rebuild()
      return
    }
    if let hour = projection.earlierHour { try log.projector.moveDays(from: hour, in: projection) }
    try projection.finish()
  }

  /// The line of history that this batch becomes; nil while nothing has changed, and without one.
  package var line: RecordID? { hasChanges || keepsLine ? batch : nil }

  /// Whether anything has changed so far.
  public var hasChanges: Bool { !changes.isEmpty || parts > 0 }

  private func closePart() throws {
    guard !changes.isEmpty || (keepsLine && parts == 0) else { return }
    // Newer than all that was taken in meanwhile: that is what undo goes by.
    if isJoining { stamp = clock.tick(at: now) }
    try requireSendableChanges()
    let mutation = Mutation(
      id: parts == 0 ? reply?.to.mutation ?? newID() : newID(),
      stamp: stamp,
      at: now,
      title: title + shortenedTitle,
      line: batch,
      part: parts + 1,
      undoes: undoes,
      changes: changes
    )
    let join = isJoining ? batch : nil
    try append(mutation, from: join)
    if parts == 0, let reply { try MutationTable.note(reply.answer, to: reply.to, in: connection) }
    parts += 1
    (changes, changedBytes) = ([], 0)
    stamp = clock.tick(at: now)
  }
}
