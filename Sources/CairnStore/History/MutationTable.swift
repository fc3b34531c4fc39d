package import Cairn
package import CairnSQL

/// The table `mutation`: history and outbox in one.
package enum MutationTable {
  /// Appends a mutation; `merge` is the log merge that added it from another log.
  ///
  /// With `isSent` the server already has it.
  static func append(
    _ mutation: Mutation,
    from merge: RecordID? = nil,
    isSent: Bool = false,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      INSERT INTO mutation (number, id, stamp, at, title, entry, part, undoes, turn, changes,
        knowledge, log_merge, outbox)
      VALUES ((SELECT coalesce(max(number), 0) + 1 FROM mutation), \(mutation.id),
        \(mutation.stamp.text), \(mutation.at), \(mutation.title), \(mutation.entry),
        \(mutation.part), \(mutation.undoes), \(mutation.turn), \(Change.json(mutation.changes)),
        \(mutation.knowledge?.text), \(merge), \(isSent ? 2 : 0))
      """
    )
  }

  /// Returns the stored stamp of a mutation; nil if it is not stored.
  package static func stamp(of id: RecordID, in connection: any SQLConnection) throws -> Stamp? {
    try connection.first("SELECT stamp FROM mutation WHERE id = \(id)") { row in
      guard let stamp = Stamp(text: try row.text(0)) else { throw RecordTable.malformed("stamp") }
      return stamp
    }
  }

  /// Marks a mutation as history-only: its values are sent with their records.
  package static func markHistoryOnly(_ id: RecordID, in connection: any SQLConnection) throws {
    try connection.run("UPDATE mutation SET log_merge = entry WHERE id = \(id)")
  }

  /// Replaces the stamp of a mutation, and what it knows.
  package static func keep(
    _ id: RecordID,
    _ stamp: Stamp,
    _ knowledge: Knowledge?,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      UPDATE mutation SET stamp = \(stamp.text), knowledge = \(knowledge?.text) WHERE id = \(id)
      """
    )
  }

  /// Replaces the changes of a mutation.
  package static func keep(
    _ id: RecordID,
    _ changes: [Change],
    in connection: any SQLConnection
  ) throws {
    try connection.run("UPDATE mutation SET changes = \(Change.json(changes)) WHERE id = \(id)")
  }

  /// Returns the undos and redos that no server has acknowledged.
  package static func unsentUndos(in connection: any SQLConnection) throws -> [Mutation] {
    let query: SQL = "\(fragment: columns) WHERE outbox = 0 AND undoes IS NOT NULL ORDER BY number"
    return try connection.all(query, Self.mutation)
  }

  /// Sets the stamp by which the history sorts an entry, once its later parts have merged stamps.
  static func setHistoryStamp(
    _ entryID: RecordID,
    _ stamp: Stamp,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      "UPDATE mutation SET stamp = \(stamp.text) WHERE entry = \(entryID) AND part = 1"
    )
  }

  /// Assigns an entry of an undone log merge to a new one, which puts it in effect again.
  static func assignToLogMerge(
    _ id: RecordID,
    by merge: RecordID,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      UPDATE mutation SET log_merge = \(merge)
      WHERE id = \(id) AND log_merge IN (
        SELECT undoes FROM mutation WHERE undoes IS NOT NULL)
      """
    )
  }

  /// Returns the number of the last mutation; 0 if there is none.
  package static func lastNumber(in connection: any SQLConnection) throws -> Int64 {
    try connection.value("SELECT coalesce(max(number), 0) FROM mutation") ?? 0
  }

  /// Returns whether an entry is a log merge, which refers to itself in `log_merge`.
  static func isLogMerge(_ entryID: RecordID, in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM mutation WHERE entry = \(entryID) AND log_merge = entry") {
      _ in
      true
    } ?? false
  }

  static func isEmpty(in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM mutation LIMIT 1") { _ in false } ?? true
  }

  /// Returns the clock as of the last write, which is the highest stamp written or observed, and what was received.
  ///
  /// Throws `storage.no_log` if another process deleted the log, or is moving it to another place.
  static func clock(
    of node: UInt32,
    in connection: any SQLConnection
  ) throws -> (HybridClock, Knowledge) {
    let query: SQL = """
      SELECT (SELECT max(stamp) FROM mutation) AS written, seen, knowledge FROM device WHERE one = 1
      """
    let found = try connection.first(query) { row in
      var clock = HybridClock(node: node)
      for text: String? in [try row["written"], try row["seen"]] {
        guard let text else { continue }
        guard let stamp = Stamp(text: text) else { throw RecordTable.malformed("stamp") }
        clock.observe(stamp)
      }
      return (clock, try row.decode("knowledge", Knowledge.init(text:)) ?? Knowledge())
    }
    guard let found else { throw CairnError.noLog }
    return found
  }

  /// Returns what a log knows, the acts of its own node included.
  package static func knowledge(
    of node: UInt32,
    in connection: any SQLConnection
  ) throws -> Knowledge {
    let query: SQL = "SELECT (SELECT max(stamp) FROM mutation) AS written, knowledge FROM device"
    let known = try connection.first(query) { row in
      var known = try row.decode("knowledge", Knowledge.init(text:)) ?? Knowledge()
      let last = try row.decode("written", Stamp.init(text:))
      if let last { known.add(Stamp(time: last.time, node: node)) }
      return known
    }
    return known ?? Knowledge()
  }

  /// Returns the mutations of an entry, the latest first.
  package static func parts(
    of entryID: RecordID,
    in connection: any SQLConnection
  ) throws -> [Mutation] {
    try connection.all(
      "\(fragment: columns) WHERE entry = \(entryID) ORDER BY part DESC",
      Self.mutation
    )
  }

  /// Returns whether mutations were stored after an entry, other than its undos.
  static func hasOther(since entryID: RecordID, in connection: any SQLConnection) throws -> Bool {
    let query: SQL = """
      SELECT 1 FROM mutation
      WHERE number > (SELECT min(number) FROM mutation WHERE entry = \(entryID))
        AND entry <> \(entryID) AND (undoes IS NULL OR undoes <> \(entryID))
      LIMIT 1
      """
    return try connection.first(query) { _ in true } ?? false
  }

  /// Returns the entries that are undone.
  package static func undoneEntries(in connection: any SQLConnection) throws -> Set<RecordID> {
    let query: SQL = """
      SELECT undoes FROM mutation WHERE undoes IS NOT NULL
      GROUP BY undoes HAVING max(turn) % 2 = 1
      """
    return Set(try connection.values(query) as [RecordID])
  }

  /// Returns the mutation that set a value with a stamp; nil if an undo set it, or if this log does not have it.
  package static func find(_ stamp: Stamp, in connection: any SQLConnection) throws -> Mutation? {
    guard stamp.turn % 2 == 0 else { return nil }
    let text = stamp.unturned.text
    return try connection.first("\(fragment: columns) WHERE stamp = \(text)", Self.mutation)
  }

  /// Returns a mutation; nil if this log does not have it.
  package static func find(_ id: RecordID, in connection: any SQLConnection) throws -> Mutation? {
    try connection.first("\(fragment: columns) WHERE id = \(id)", Self.mutation)
  }

  /// Returns the mutations after a stamp with changes that mention an id, the latest first.
  static func all(
    mentioning id: RecordID,
    after stamp: Stamp,
    in connection: any SQLConnection
  ) throws -> [Mutation] {
    let query: SQL = """
      \(fragment: columns)
      WHERE CAST(changes AS TEXT) LIKE \("%" + id.text + "%") AND stamp > \(stamp.text)
      ORDER BY stamp DESC, number DESC
      """
    return try connection.all(query, Self.mutation)
  }

  /// Returns the acts with changes that mention one of the ids; for more than 16 ids all acts.
  ///
  /// Without log merges, whose values have stamps of their own, and what an undone log merge added; of undos and redos
  /// only those of format 2.
  package static func acts(
    onAnyOf ids: Set<RecordID>,
    _ undone: Set<RecordID>,
    in connection: any SQLConnection
  ) throws -> [Mutation] {
    let query: SQL = "\(fragment: syncColumns) WHERE \(fragment: anyOf(ids))"
    let acts = try connection.all(query, syncMutation)
    return acts.filter { act in !act.isHistoryOnly && !(act.joined.map(undone.contains) ?? false) }
      .map(\.mutation)
      .filter { $0.undoes == nil || $0.changes.contains { $0.stamps.isEmpty } }
  }

  /// Returns all acts, undos and redos that changed the records, or climbs and attempts of these sessions, or the
  /// sessions that they were merged into, and the record that each climb and attempt belongs to.
  ///
  /// Without log merges and what they added.
  static func history(
    of ids: Set<RecordID>,
    in connection: any SQLConnection
  ) throws -> (acts: [Mutation], owners: [RecordID: RecordID]) {
    var (all, count) = (ids, 0)
    var acts: [Mutation] = []
    while all.count > count {
      count = all.count
      acts = try connection.all("\(fragment: made) AND (\(fragment: anyOf(all)))", Self.mutation)
      for change in acts.flatMap(\.changes) {
        if let owner = change.owner, all.contains(owner) { all.insert(change.id) }
        if ids.contains(change.id), let target = change.mergeTarget { all.insert(target) }
      }
    }
    acts = acts.filter { $0.changes.contains { all.contains($0.id) } }
      .sorted { $0.stamp < $1.stamp }
    var owners: [RecordID: RecordID] = [:]
    for change in acts.flatMap(\.changes) {
      owners[change.id] = change.owner ?? owners[change.id]
    }
    return (acts, owners)
  }

  /// Returns the records that several nodes or a rule changed, the sessions and climbs that these belong to, and the
  /// sessions that were merged into those.
  ///
  /// A log that has received nothing has none, so its history is not read.
  static func sharedRecords(
    of node: UInt32,
    in connection: any SQLConnection
  ) throws -> Set<RecordID> {
    let received = try knowledge(of: node, in: connection).excluding(node)
    guard received != Knowledge() else { return [] }
    var (nodes, owners) = ([RecordID: UInt32](), [RecordID: RecordID]())
    var (shared, targets): (Set<RecordID>, [RecordID: Set<RecordID>]) = ([], [:])
    try connection.each("\(fragment: made) ORDER BY number") { row in
      let mutation = try Self.mutation(row)
      let node = mutation.origin.node
      for change in mutation.changes {
        if let owner = change.owner { owners[change.id] = owner }
        if let target = change.mergeTarget { targets[change.id, default: []].insert(target) }
        let owner = owners[change.id]
        let chain = [change.id, owner, owner.flatMap { owners[$0] }].compactMap(\.self)
        let isShared = chain.contains { shared.contains($0) || nodes[$0] ?? node != node }
        if isShared || mutation.entry.isAutomaticEntry { shared.formUnion(chain) }
        for id in chain { nodes[id] = node }
      }
    }
    return shared.union(targets.filter { !$0.value.isDisjoint(with: shared) }.keys)
  }

  /// Returns the acts, undos and redos after a time, in order of arrival, without what log merges added.
  static func all(after time: UInt64, in connection: any SQLConnection) throws -> [Mutation] {
    let first = Stamp(time: time, node: 0).text
    return try connection.all(
      "\(fragment: made) AND stamp > \(first) ORDER BY number",
      Self.mutation
    )
  }

  /// Returns the stamp of the last mutation of a node.
  static func last(of node: UInt32, in connection: any SQLConnection) throws -> Stamp? {
    let query: SQL = """
      SELECT stamp FROM mutation WHERE substr(stamp, 18, 8) = \(Stamp.text(ofNode: node))
      ORDER BY stamp DESC LIMIT 1
      """
    return try connection.first(query) { try $0.decode("stamp", Stamp.init(text:)) } ?? nil
  }

  /// Matches changes that mention one of the ids; for more than 16 ids all changes.
  private static func anyOf(_ ids: Set<RecordID>) -> SQL {
    let words = ids.map { "CAST(changes AS TEXT) LIKE \("%" + $0.text + "%")" as SQL }
    return words.count > 16
      ? "1 = 1" : words.reduce("1 = 0") { "\(fragment: $0) OR \(fragment: $1)" }
  }

  /// Passes every mutation to the body, ordered by stamp, which is the order of creation.
  static func each(
    in connection: any SQLConnection,
    _ body: (Mutation) throws -> Void
  ) throws {
    try connection.each("\(fragment: columns) ORDER BY stamp, id") { row in
      try body(Self.mutation(row))
    }
  }

  /// Passes the mutations after a number to the body, in order of arrival, until it returns false.
  ///
  /// The body also gets the number of the mutation, and the size of its changes.
  package static func scan(
    after number: Int64,
    limit: Int,
    in connection: any SQLConnection,
    while body: (_ mutation: SyncMutation, _ number: Int64, _ bytes: Int) throws -> Bool
  ) throws {
    let query: SQL = """
      \(fragment: syncColumns) WHERE number > \(number) ORDER BY number LIMIT \(limit)
      """
    try connection.scan(query) { row in
      try body(syncMutation(row), row["number"], (row["changes"] as String).utf8.count)
    }
  }

  /// Returns whether this log has a mutation.
  package static func contains(_ id: RecordID, in connection: any SQLConnection) throws -> Bool {
    try connection.first("SELECT 1 FROM mutation WHERE id = \(id)") { _ in true } ?? false
  }

  private static let columns: SQL =
    "SELECT id, stamp, at, title, entry, part, undoes, turn, knowledge, changes FROM mutation"

  /// The mutations that no log merge added.
  private static let made: SQL = "\(fragment: columns) WHERE log_merge IS NULL"

  /// The query for ``syncMutation(_:)``.
  static let syncColumns: SQL = """
    SELECT id, stamp, at, title, entry, part, undoes, turn, knowledge, changes, log_merge, number
    FROM mutation
    """

  /// Returns a mutation with the log merge that added it.
  static func syncMutation(_ row: any SQLRow) throws -> SyncMutation {
    SyncMutation(try Self.mutation(row), joined: try row["log_merge"])
  }

  private static func mutation(_ row: any SQLRow) throws -> Mutation {
    guard let stamp = try row.decode("stamp", Stamp.init(text:)) else {
      throw RecordTable.malformed("stamp")
    }
    return Mutation(
      id: try row["id"],
      stamp: stamp,
      at: try row["at"],
      title: try row["title"],
      entry: try row["entry"],
      part: try row["part"],
      undoes: try row["undoes"],
      turn: try row["turn"],
      knowledge: try row.decode("knowledge", Knowledge.init(text:)),
      changes: try Self.changes(row["changes"])
    )
  }

  private static func changes(_ json: String) throws -> [Change] {
    do { return try Change.list(json: json) } catch { throw RecordTable.malformed("changes") }
  }
}

extension Change {
  /// The session that the change merges another one into.
  var mergeTarget: RecordID? {
    guard kind == SessionRecord.kind, case .text(let text) = set[RecordField.mergedInto] else {
      return nil
    }
    return RecordID(text: text)
  }

  /// The session of a climb, or the climb of an attempt, as far as the change sets it.
  fileprivate var owner: RecordID? {
    let field = kind == Climb.recordKind ? "session" : kind == Attempt.recordKind ? "climb" : nil
    guard let field, case .text(let text) = set[field] else { return nil }
    return RecordID(text: text)
  }
}
