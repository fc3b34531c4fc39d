public import Cairn
public import CairnActions
public import CairnReports
package import CairnSQL

/// One user action in progress: reads and changes records, and becomes one mutation.
///
/// Every change is stored and projected immediately, in the transaction of ``Log/write(_:_:)``; any error rolls all of
/// them back. Valid only during that call.
public final class LogWriter {
  /// The time of the action.
  public let now: Instant
  /// The title of the action, as shown in the history.
  public var title: String

  package let log: LogContext
  let projection: ProjectionContext
  /// The first stamp of this write; its values have this or a later one.
  let firstStamp: Stamp
  /// What this log had received from others before this write.
  private let former: Knowledge
  /// What a rollback of a part of the write restores.
  var state: WriteState
  /// Whether the log has unreadable records; nil until first needed.
  var mayHaveUnreadable: Bool?
  /// Whether stored records keep the stamps of another log; see ``LogMerge``.
  private(set) var isMergingLog = false
  /// Whether a change may complete the metadata of the shelf.
  private(set) var mayComplete = false
  /// What this write did beyond what was asked.
  public var effects = ActEffects<SessionRow>()
  /// The book that no session finishes any more, and the effect on its finish.
  public internal(set) var movedFinish: (Identifier<Entry>, Book.Finish)?
  /// Changed sessions, by the reading they belong to.
  var changedSessions: [RecordID: ChangedSessions] = [:]
  /// The earliest start of a changed listening session; nil if none changed.
  var earliestListeningChange: Instant?
  /// The milestones that this mutation reaches first.
  public internal(set) var unlocked: [ReachedMilestone] = []
  /// What this write may change about conflicts.
  var acts = ConcurrentActs()
  /// The source of ids for new records in an idempotent request; nil for random ids.
  var ids: RequestIDs?
  /// The latest failure of the database in a step of an act: the error that the act got, and its cause.
  var databaseFailure: (shown: CairnError, cause: any Error)?
  /// The id of the first mutation, from the idempotency key of the request; nil without one or once it is used.
  var requestedID: RecordID?
  /// The response to the request, by its idempotency key.
  var reply: (to: RequestKey, response: String)?

  init(_ title: String, now: Instant, log: LogContext, in connection: any SQLConnection) throws {
    self.title = title
    self.now = now
    self.log = log
    projection = ProjectionContext(connection, zone: log.environment.zone)
    var clock: HybridClock
    (clock, former) = try MutationTable.clock(of: log.node, in: connection)
    firstStamp = clock.tick(at: now)
    state = WriteState(
      clock: clock,
      sequence: try RecordTable.lastSequence(in: connection),
      knowledge: former,
      entry: PendingEntry(stamp: firstStamp)
    )
  }

  package var connection: any SQLConnection { projection.connection }

  /// The difference that this write makes to the checksum.
  package var digest: LogDigest { state.digest }

  /// Returns a new id.
  public func newID() -> RecordID { log.environment.newID(at: now) }

  /// Stores an entity over its record, or nil, as it was just read.
  func save(_ entity: some Recorded, over old: Record?) throws {
    var fields = Fields(capacity: 24)
    entity.write(to: &fields)
    fields.restore()
    if let old { fields.keepSegments(of: old) }
    try set(fields, type(of: entity).recordKind, entity.recordID, over: old)
  }

  /// Marks a record as deleted: it stays stored and can be restored.
  ///
  /// Does nothing if there is none or it is deleted.
  public func delete(_ kind: RecordKind, _ id: RecordID, how: String = Deletion.byPerson) throws {
    guard let record = try RecordTable.find(kind, id, in: connection), record.deletion == nil
    else { return }
    var fields = Fields()
    fields.delete(how)
    try set(fields, kind, id)
  }

  /// Sets fields of a record, including fields unknown to this version.
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

  /// Stores a change of a record, or of a new one; of an undo only the values that nobody replaced later.
  package func store(_ change: Change, over old: Record?) throws {
    let (kind, id) = (change.kind, change.id)
    try change.requireValid()
    let stamp = state.entry.stamp
    var new = old ?? Record(kind: kind, id: id, fields: Fields(), stamp: stamp)
    if change.stamps.isEmpty {
      new.set(change.set, stamp: stamp)
    } else {
      _ = new.join(change.record(stamp: stamp))
    }
    try store(new, replacing: old)
    if kind == SessionRecord.kind {
      try recordSessionChange(new, replacing: old)
      try recordListeningChange(new, replacing: old)
    }
    register(change)
    mayComplete = mayComplete || change.mayCompleteShelf
    if isPartFull, state.entry.batch != nil { try closePart() }
  }

  /// Stores a mutation.
  func append(_ mutation: Mutation, from merge: RecordID? = nil, isSent: Bool = false) throws {
    try MutationTable.append(mutation, from: merge, isSent: isSent, in: connection)
    state.digest.add(mutation.id)
    acts.add(mutation)
    learn(mutation.stamp)
  }

  /// Returns a new stamp of this log, for a value with an unacceptable one.
  package func newStamp() -> Stamp {
    let stamp = state.clock.tick(at: now)
    state.seen = max(state.seen ?? stamp, stamp)
    return stamp
  }

  /// Moves the clock forward, so that later stamps of this log are larger than a remote one.
  package func observe(_ stamp: Stamp) {
    guard stamp.time >= state.entry.stamp.time else { return }
    state.clock.observe(stamp)
    state.seen = max(state.seen ?? stamp, stamp)
    if state.entry.changes.isEmpty { state.entry.stamp = state.clock.tick(at: now) }
  }

  func store(_ new: Record, replacing old: Record?) throws {
    state.sequence += 1
    try RecordTable.store(new, sequence: state.sequence, in: connection)
    if let old { state.digest.remove(old) }
    state.digest.add(new)
    if old?.deletion != nil, new.deletion == nil {
      try RemoteDeletionTable.remove(new.kind, new.id, in: connection)
    }
    try log.projector.project(new, replacing: old, in: projection)
    acts.add(new, replacing: old)
    try RecordChange.register(new, replacing: old, at: now, in: connection)
    if old != nil { try markReadable(new) }
  }

  /// Purges a record as if it had never existed here; only its sequence number stays.
  func purge(_ record: Record) throws {
    numberChangeWithoutRecord()
    try RecordTable.remove(record.kind, record.id, in: connection)
    try RemoteDeletionTable.remove(record.kind, record.id, in: connection)
    try markReadable(record)
    state.digest.remove(record)
    try log.projector.remove(record, in: projection)
    acts.add(record, replacing: record)
    try RecordChange.register(nil, replacing: record, at: now, in: connection)
  }

  /// Assigns a sequence number to a change without a record, so that change feeds notice it.
  package func numberChangeWithoutRecord() {
    state.sequence += 1
    state.lastPurgedSequence = state.sequence
  }

  /// Stores a record with the stamps of another log, as part of this mutation.
  ///
  /// Returns the error if this version cannot read the record.
  func adopt(_ new: Record, replacing old: Record?) throws -> CairnError? {
    let error = try storeRemote(new, replacing: old)
    // Its mutation is history-only, and the mutation of its values may be missing in the merged log.
    if try SyncTable.cursor(in: connection) != nil {
      try ResendTable.add(new.kind, new.id, in: connection)
    }
    guard isMergingLog, let change = Change(new.kind, new.id, setting: new.fields, over: old) else {
      return error
    }
    register(change)
    if isPartFull { try closePart() }
    return error
  }
}

extension LogWriter {
  /// The maximum number of changes in one mutation of a batch, which keeps it small enough to send (spec/sync.md 3.2).
  static let partSize = 200

  private var isPartFull: Bool {
    state.entry.changes.count >= Self.partSize || state.entry.changedBytes >= Change.partBytes
  }

  private func register(_ change: Change) {
    state.entry.changes.append(change)
    state.entry.changedBytes += change.textBytes
  }

  /// Throws if a server would reject the mutation because devices could not fetch it.
  private func requireSendableChanges() throws(CairnError) {
    guard state.entry.changes.isTooLarge else { return }
    throw CairnError(
      "record.too_long",
      "“\(title)” would change more than \(Change.listLimit >> 20) MiB in one step.",
      hint: "Split it into several steps. Nothing was changed."
    )
  }

  /// Splits the following changes into mutations of one batch, which is undone as one (ADR 0007).
  public func beginBatch() {
    state.entry.batch = state.entry.batch ?? requestedID ?? newID()
  }

  /// Starts a batch with a known id, or returns that id if it was already written and is in effect.
  ///
  /// If that entry was undone, derives the next id from it.
  package func beginBatch(_ entryID: RecordID) throws -> RecordID? {
    var entryID = entryID
    while let known = try HistoryQuery.find(entryID, in: connection) {
      if known.isInEffect { return entryID }
      entryID = RecordID(derivedFrom: ["again", entryID.text])
    }
    state.entry.batch = entryID
    return nil
  }

  /// Finishes the current history entry and starts another one in the same write.
  package func beginEntry(_ entryID: RecordID? = nil) throws {
    try closePart()
    state.entry = PendingEntry(stamp: state.entry.stamp, batch: entryID)
  }

  /// Starts a separate history entry for automatic changes, which no person requested.
  package func beginAutomaticMutation() throws {
    guard hasChanges || state.entry.writesEmptyEntry || state.entry.batch == nil else { return }
    try beginEntry(RecordID(automaticFor: newID()))
  }

  /// Starts the batch of a log merge and returns its id.
  func beginLogMerge() -> RecordID {
    isMergingLog = true
    let entryID = state.entry.batch ?? newID()
    state.entry.batch = entryID
    return entryID
  }

  /// Stores the mutation if anything changed; the last step of a write.
  func finish() throws {
    try reconcileReadThroughDates()
    try updateMilestones()
    try recordCompletion()
    try closePart()
    try deriveConflicts()
    if let reply { try MutationTable.register(reply.response, to: reply.to, in: connection) }
    if isMergingLog, state.entry.parts > 1, let batch = state.entry.batch {
      try MutationTable.setHistoryStamp(batch, state.entry.stamp, in: connection)
    }
    if let seen = state.seen { try DeviceTable.register(seen, in: connection) }
    if state.knowledge != former { try DeviceTable.register(state.knowledge, in: connection) }
    if let lastPurgedSequence = state.lastPurgedSequence {
      try DeviceTable.registerPurge(at: lastPurgedSequence, in: connection)
    }
    try StateChecksum.add(state.digest, in: connection)
    // A rebuild computes the sums, too.
    if projection.hasMixedDays {
      try Rebuild(log, connection).rebuild()
      return
    }
    if let hour = projection.previousHour { try log.projector.moveDays(from: hour, in: projection) }
    try projection.finish()
  }

  /// The history entry of this batch; nil if there is none or nothing has changed yet.
  package var entryID: RecordID? {
    hasChanges || state.entry.writesEmptyEntry ? state.entry.batch : nil
  }

  /// Whether anything has changed so far.
  public var hasChanges: Bool { !state.entry.changes.isEmpty || state.entry.parts > 0 }

  private func closePart() throws {
    let entry = state.entry
    guard !entry.changes.isEmpty || (entry.writesEmptyEntry && entry.parts == 0) else { return }
    // Newer than all merged stamps, because undo depends on the order.
    if isMergingLog { state.entry.stamp = state.clock.tick(at: now) }
    try requireSendableChanges()
    guard !title.isEmpty else { throw CairnError.untitledEntry }
    let mutation = Mutation(
      id: requestedID ?? newID(),
      stamp: state.entry.stamp,
      at: now,
      title: title + trimmedSuffix,
      entry: entry.batch,
      part: entry.parts + 1,
      undoes: entry.undoes,
      turn: entry.turn,
      knowledge: state.knowledge.excluding(log.node),
      changes: entry.changes
    )
    try append(mutation, from: isMergingLog ? entry.batch : nil)
    requestedID = nil
    state.entry.parts += 1
    (state.entry.changes, state.entry.changedBytes) = ([], 0)
    state.entry.stamp = state.clock.tick(at: now)
  }
}
