import Cairn
import CairnSQL

/// What came of a page of a server.
package struct PullResult: Sendable, Equatable {
  /// Whether there is nothing more to ask for.
  package var isHead = false
  /// Whether everything must be compared anew: the server has something older than what was seen
  /// there, or holds something else than this log.
  package var mustCompare = false
  /// Records that changed here.
  package var changed = 0
}

extension Log {
  /// Takes a page of a server over, with the place it leads to, in one transaction (F27).
  ///
  /// A page that does not continue what was taken over before is passed over (F5). `hasCompared` says
  /// that everything was compared anew with no break since.
  package func applyPull(
    _ page: SyncPage,
    of pull: SyncPull,
    hasCompared: Bool = false
  ) async throws -> PullResult {
    try await write("Sync") { writer in
      guard let place = try SyncTable.place(in: writer.connection), place.epoch == page.epoch,
        place.records == pull.records, place.lines == pull.lines
      else { return PullResult() }
      var delivery = Delivery(writer, place, hasCompared)
      return try delivery.take(page, pull)
    }
  }
}

/// What a server gave, while a device takes it over.
private struct Delivery {
  private let writer: LogWriter
  private var place: SyncCursor
  private let hasCompared: Bool
  private var taken = PullResult()
  private var pending: [RecordID: Set<String>]?

  init(_ writer: LogWriter, _ place: SyncCursor, _ hasCompared: Bool) {
    (self.writer, self.place, self.hasCompared) = (writer, place, hasCompared)
  }

  private var connection: any SQLConnection { writer.connection }

  mutating func take(_ page: SyncPage, _ pull: SyncPull) throws -> PullResult {
    // Sessions that end come first: one of a kind runs at a time.
    let running = page.records.filter(\.isRunningSession)
    let others = page.records.filter { !$0.isRunningSession }
    for record in others + running {
      if try !attempt({ try $0.take(record) }) { try writer.noteUnreadable(record, Self.unfit) }
    }
    for line in page.lines { _ = try attempt { try $0.take(line) } }
    (place.records, place.lines) = (page.nextRecord, page.nextLine)
    taken.isHead = !page.hasMore
    if taken.isHead { try writer.tellOfRemovals() }
    if taken.mustCompare { try beginAnew() } else if taken.isHead { try settle(page, pull) }
    try SyncTable.save(place, in: connection)
    return taken
  }

  /// Goes on without what a table here refuses, which must not hold up all others for ever.
  ///
  /// The checksums tell of it at the end; whether it was taken.
  private mutating func attempt(_ body: (inout Delivery) throws -> Void) throws -> Bool {
    var next = self
    guard try writer.attempt({ try body(&next) }) != nil else { return false }
    self = next
    return true
  }

  private static let unfit = "its values do not fit together"

  /// The record becomes what the server has, but for what the server has not heard of yet.
  private mutating func take(_ record: Record) throws {
    if let flaw = record.flaw { return try writer.noteUnreadable(record, flaw) }
    try writer.noteReadable(record)
    writer.observe(record.latestStamp)
    let old = try RecordTable.find(record.kind, record.id, in: connection)
    let newer = old?.newerFields(than: record) ?? []
    var new = record
    if let old, !newer.isEmpty { try keep(newer, of: old, in: &new) }
    if newer.isEmpty { try ResendTable.remove(record, in: connection) }
    guard old.map({ !$0.isSame(as: new) }) ?? true else { return }
    try writer.replace(old, with: new, isNews: isNews)
    if record.kind != Device.recordKind { taken.changed += 1 }
  }

  /// Whether the server has not heard yet that a session runs; of one that it has heard of it told, or is about
  /// to tell, which goes on.
  private func isNews(_ session: Record) throws -> Bool {
    let fields = try OutboxTable.pendingFields(isUnheard: true, in: connection)[session.id] ?? []
    return !fields.isDisjoint(with: ["segments", "endedAt", RecordField.deleted])
  }

  /// Keeps values of a person that are newer here, and those that the server has nothing in the place of: it may
  /// have only what a later step set.
  ///
  /// One that waits to be sent is as it should be. Another one was at the server once, and is there
  /// no more: the server was set back.
  private mutating func keep(_ names: [String], of old: Record, in new: inout Record) throws {
    let pending = try pendingFields()[old.id] ?? []
    for name in names {
      guard let stamp = old.stamp(of: name) else { continue }
      let isMissing = new.stamp(of: name) == nil
      // What a rule set here of a session, by a clock that may be wrong, the server has set by its own.
      guard !stamp.isAutomatic || (isMissing && old.kind != SessionRecord.kind) else { continue }
      // It took the same value under a stamp of its own: this one lay in the future.
      guard pending.contains(name) || isMissing || old.fields[name] != new.fields[name]
      else { continue }
      var field = Fields()
      field[name] = old.fields[name]
      new.set(field, stamp: stamp)
      if !pending.contains(name), try !ResendTable.contains(old, in: connection) {
        taken.mustCompare = true
      }
    }
  }

  private mutating func pendingFields() throws -> [RecordID: Set<String>] {
    if let pending { return pending }
    let fields = try OutboxTable.pendingFields(in: connection)
    pending = fields
    return fields
  }

  private func take(_ line: SyncLine) throws {
    writer.observe(line.mutation.stamp)
    guard try !MutationTable.contains(line.mutation.id, in: connection) else {
      // A server that was set back may have stamped it anew when it was sent again.
      try MutationTable.keep(line.mutation.id, line.mutation.stamp, in: connection)
      return try OutboxTable.noteSeen(line.mutation.id, in: connection)
    }
    try writer.append(line.mutation, from: line.joined, isSent: true)
  }

  /// At the end of what there is: what was confirmed leaves the outbox, what the server lost goes
  /// back into it, and the sums must be equal (spec/sync.md 3.3).
  private mutating func settle(_ page: SyncPage, _ pull: SyncPull) throws {
    let lost = Set(page.unknown)
    try OutboxTable.mark(pull.confirm.filter { !lost.contains($0) }, 2, in: connection)
    try OutboxTable.mark(page.unknown, 0, in: connection)
    if let unreadable = try UnreadableTable.problem(in: connection) {
      return place.problem = unreadable
    }
    if place.problem != Self.difference { place.problem = nil }
    guard try isQuiet(), let theirs = page.digest else { return }
    let ours = try StateChecksum.kept(in: connection).map { $0 + writer.digest }
    guard ours != theirs else {
      (place.agreedAt, place.problem, place.resyncedAt) = (writer.now, nil, nil)
      return
    }
    if hasCompared { (place.resyncedAt, place.problem) = (writer.now, Self.difference) }
    if isAtOdds { return }
    try beginAnew()
  }

  /// At once: whoever is cut off now would go on as if there were no difference.
  private mutating func beginAnew() throws {
    (place.records, place.lines) = (0, 0)
    try writer.sendAllAgain()
    taken.mustCompare = true
  }

  private static let difference =
    "This log and the server differ, though everything was compared."

  /// Whether both differed after everything had been compared, less than a day ago.
  ///
  /// A comparison that was cut off says nothing: the server may have been set back meanwhile.
  private var isAtOdds: Bool {
    guard place.problem != nil, let last = place.resyncedAt else { return false }
    return (last..<last + .hours(24)).contains(writer.now)
  }

  private func isQuiet() throws -> Bool {
    try OutboxTable.count(in: connection) == 0
      && OutboxTable.told(limit: 1, in: connection).isEmpty
      && QuarantineTable.all(in: connection).isEmpty && ResendTable.isEmpty(in: connection)
  }
}
