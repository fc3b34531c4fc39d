package import Cairn
import CairnReports
import CairnSQL

/// What the acts that a write stored may have to do with acts of other devices.
struct ConcurrentActs {
  /// The records that an act changed, and whether any was a session or belongs to one.
  private var touched: Set<RecordID> = []
  private var touchesSessions = false
  /// The entries that were undone or redone.
  private var undone: Set<RecordID> = []
  /// The records whose conflicts follow from more than concurrent acts.
  private var changed: Set<RecordID> = []
  /// Received acts that do not know all acts stored before them, each with the last time it knows all of.
  private var arrivals: [(act: Mutation, time: UInt64)] = []
  /// What this log has, its own acts included; nil until an act is received.
  private var known: Knowledge?

  /// Adds an act that is stored.
  mutating func add(_ act: Mutation) {
    let isAutomatic = act.entry.isAutomaticEntry
    for change in act.changes {
      touched.insert(change.id)
      touchesSessions = touchesSessions || change.kind.isPartOfSession
      // A rule that replaces the value on which two acts agreed makes one of them lost.
      if isAutomatic { changed.insert(change.id) }
    }
    if let entry = act.undoes { undone.insert(entry) }
    known?.add(act.stamp)
  }

  /// Adds an act before it is stored, and what this log has before it.
  mutating func receive(_ act: Mutation, _ knowledge: Knowledge) {
    if known == nil { known = knowledge }
    if let time = known?.firstUnknown(to: act) { arrivals.append((act, time)) }
  }

  /// Adds an act whose stamp or origin changed.
  mutating func reconsider(_ act: Mutation) { changed.formUnion(act.changes.map(\.id)) }

  /// Adds a session with another automatic end.
  mutating func add(_ new: Record, replacing old: Record?) {
    guard new.kind == SessionRecord.kind else { return }
    let isAutomatic = [new, old].contains { $0?.stamp(of: "endedAt")?.isAutomatic == true }
    if isAutomatic { changed.insert(new.id) }
  }

  /// Returns the records whose conflicts may have changed.
  func records(hasOthers: Bool, in connection: any SQLConnection) throws -> Set<RecordID> {
    var ids = try changed.union(concurrentlyChanged(in: connection))
    for conflict in try ConflictTable.all(in: connection) {
      let isNear = conflict.isOfDeletion && touchesSessions
      if isNear || touched.contains(conflict.about) { ids.insert(conflict.about) }
    }
    let changes = try (hasOthers ? undone : []).flatMap { entry in
      try MutationTable.parts(of: entry, in: connection).flatMap(\.changes)
    }
    return try ids.union(changes.map(\.id)).union(sessions(mergedWhereMoved: changes, connection))
  }

  /// Returns the sessions that were merged into one whose time changed.
  private func sessions(
    mergedWhereMoved changes: [Change],
    _ connection: any SQLConnection
  ) throws -> [RecordID] {
    let moved = changes.filter { $0.kind == SessionRecord.kind && $0.movesTime }.map(\.id)
    guard !moved.isEmpty else { return [] }
    let acts = try MutationTable.history(of: Set(moved), in: connection).acts
    return acts.flatMap(\.changes).filter { $0.mergeTarget.map(moved.contains) == true }.map(\.id)
  }

  /// Returns the records that a received act and an earlier one changed without knowledge of each other.
  private func concurrentlyChanged(in connection: any SQLConnection) throws -> Set<RecordID> {
    let stored = StoredActs(try all(in: connection))
    return arrivals.reduce(into: []) { ids, arrival in
      ids.formUnion(stored.records(changedBeside: arrival.act))
    }
  }

  /// Returns all acts, stored or received, that a received one may not know.
  func all(in connection: any SQLConnection) throws -> [Mutation] {
    guard let time = arrivals.map(\.time).min() else { return [] }
    return try MutationTable.all(after: time, in: connection)
  }
}

/// Stored acts by the records that they change.
private struct StoredActs {
  private let acts: [Mutation]
  private var positions: [RecordID: Int] = [:]
  private var setters: [RecordID: [Int]] = [:]
  /// The deletions of sessions and climbs.
  private var deletions: [(id: RecordID, act: Int)] = []

  init(_ acts: [Mutation]) {
    self.acts = acts
    for (index, act) in acts.enumerated() {
      positions[act.id] = index
      for change in act.netChanges {
        setters[change.id, default: []].append(index)
        if change.isDeletionOfSession { deletions.append((change.id, index)) }
      }
    }
  }

  func records(changedBeside act: Mutation) -> Set<RecordID> {
    let position = positions[act.id] ?? acts.count
    let isOfSession = act.changes.contains { $0.kind.isPartOfSession }
    var ids: Set<RecordID> = []
    for deletion in isOfSession ? deletions : []
    where deletion.act < position && areConcurrent(deletion.act, act) { ids.insert(deletion.id) }
    for change in act.netChanges {
      let earlier = (setters[change.id] ?? []).filter { $0 < position && areConcurrent($0, act) }
      let isShared = earlier.contains { overlaps(acts[$0], act, change) }
      if isShared || change.isDeletionOfSession || change.set.contains("endPosition") {
        ids.insert(change.id)
      }
    }
    return ids
  }

  private func areConcurrent(_ stored: Int, _ act: Mutation) -> Bool {
    acts[stored].isConcurrent(with: act)
  }

  /// Returns whether two acts set a field of a record, and not both of them because of a session.
  private func overlaps(_ stored: Mutation, _ act: Mutation, _ change: Change) -> Bool {
    guard let other = stored.change(of: change.id) else { return false }
    return change.set.names.contains { name in
      other.set.contains(name) && !change.kind.isComputed(name)
        && ![stored, act].allSatisfy { $0.isDerivedFromSession(name, of: change.kind) }
    }
  }
}

extension LogWriter {
  /// Adds an entry to what this log has; its own ones count only once it has received others.
  package func learn(_ stamp: Stamp) {
    if stamp.node != log.node || state.knowledge.names(log.node) { state.knowledge.add(stamp) }
  }

  /// Adds the last own entry to what this log has, once, because finding it reads the history.
  private func learnOwn() throws {
    guard !state.knowledge.names(log.node) else { return }
    let last = try MutationTable.last(of: log.node, in: connection)
    state.knowledge.add(last ?? Stamp(time: 0, node: log.node))
  }

  /// Stores a mutation of another device, or one that this log had lost.
  package func receive(
    _ mutation: Mutation,
    from merge: RecordID? = nil,
    isSent: Bool = false
  ) throws {
    if merge == nil {
      try learnOwn()
      acts.receive(mutation, state.knowledge)
    }
    try append(mutation, from: merge, isSent: isSent)
  }

  /// Derives the conflicts of the records of a mutation that changed in the history.
  package func rederiveConflicts(of mutation: Mutation) { acts.reconsider(mutation) }

  /// Derives the conflicts of the records that this write may have affected.
  func deriveConflicts() throws {
    let ids = try acts.records(hasOthers: state.knowledge != Knowledge(), in: connection)
    guard !ids.isEmpty else { return }
    let finder = try ConflictFinder(of: ids, in: connection)
    try ConflictTable.replace(ids, with: finder.conflicts, in: connection)
  }
}

extension Change {
  fileprivate var isDeletionOfSession: Bool {
    kind.isDeletedDirectly && (set.deletion != nil || set[RecordField.mergedInto] != .null)
  }
}

extension RecordKind {
  fileprivate var isPartOfSession: Bool { isDeletedDirectly || self == Attempt.recordKind }
}
