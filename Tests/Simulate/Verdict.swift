import Cairn
import CairnStore
import CairnTestKit

/// What must be true of a world in which nothing goes wrong any more (spec/sync.md 3.11).
struct Verdict {
  private let world: World

  init(_ world: World) { self.world = world }

  /// The first invariant that does not hold, in words; nil when all do.
  func problem() async throws -> String? {
    var world = world
    world.pass(.minutes(2))
    try await world.settle()
    if let problem = try await difference(world) { return problem }
    if let problem = try await future(world) { return problem }
    let lines = Set(try await world.server.log.history(limit: 10_000).map(\.id))
    let lost = world.acknowledged.subtracting(lines)
    guard lost.isEmpty else { return "\(lost.count) acknowledged lines of history are lost" }
    if let problem = try await resurrection(world) { return problem }
    if let problem = try await crowd(world) { return problem }
    if let problem = try await overrun(world) { return problem }
    if let problem = try await stray(world) { return problem }
    if let problem = try await forgotten(world) { return problem }
    if let problem = try await overruled(world) { return problem }
    guard world.hasUndone || world.comparisons == 0 else {
      return "everything was compared anew, though nothing was set back"
    }
    if let problem = try await unsound(world) { return problem }
    return try await lastWord(&world)
  }

  private func difference(_ world: World) async throws -> String? {
    let wanted = try await world.server.log.wholeText()
    for (number, device) in world.devices.enumerated() {
      let state = try await device.log.syncState()
      guard state.refusals.isEmpty else { return "device \(number): something was refused" }
      guard state.queued == 0 else { return "device \(number): \(state.queued) wait for ever" }
      guard state.place?.problem == nil, state.place?.agreedAt == device.clock.now else {
        return "device \(number) does not agree: \(state.place?.problem ?? "no word")"
      }
      let own = try await device.log.wholeText()
      guard own == wanted else { return "device \(number) differs:\n\(own.difference(to: wanted))" }
    }
    return nil
  }

  /// No stamp is later than a minute from now on the server (I7).
  private func future(_ world: World) async throws -> String? {
    let latest = try await world.server.log.latestStamp()
    let limit = world.server.clock.now + Milliseconds(60_000)
    return latest > limit ? "a stamp of \(latest.text) lies in the future" : nil
  }

  /// What is done where everything is known stands afterwards, whatever that clock shows.
  private func lastWord(_ world: inout World) async throws -> String? {
    let devices = world.devices
    guard let book = try await world.server.log.books().first else { return nil }
    var stands = book.rating ?? 0
    for (number, device) in devices.enumerated() {
      stands = stands % 20 + 1
      try await Person(device, SharedChance(seed: 0)).rate(book.id, stands)
      try await world.settle()
      let kept = try await world.server.log.books().first { $0.id == book.id }
      guard kept?.rating == stands else { return "what device \(number) said last is lost" }
    }
    return try await difference(world)
  }

  private func resurrection(_ world: World) async throws -> String? {
    guard !world.hasUndone else { return nil }
    let there = Set(try await world.server.log.sessions(SessionFilter()).map(\.id))
    let back = world.deleted.intersection(there)
    return back.isEmpty ? nil : "\(back.count) deleted sessions came back"
  }

  private func crowd(_ world: World) async throws -> String? {
    let running = try await world.server.log.sessions(SessionFilter()).filter { $0.endedAt == nil }
    let kinds = Set(running.map(\.kind))
    return running.count > kinds.count ? "two sessions of a kind run at once" : nil
  }

  /// No rule gave a session an end that lies ahead, unless a clock was ahead when it went on
  /// or was paused.
  private func overrun(_ world: World) async throws -> String? {
    let limit = world.server.clock.now + Milliseconds(60_000)
    let latest = Latest()
    try await world.server.log.export(
      records: { record in
        guard record.stamp(of: "endedAt")?.isAutomatic ?? false,
          case .text(let segments) = record.fields["segments"], segments.hasSuffix("-"),
          let timeline = try? Session<NoDetail>(recordID: record.id, fields: record.fields)
            .timeline,
          let end = timeline.end, let claim = timeline.segments.last?.start, claim <= limit
        else { return }
        latest.see(end)
      },
      mutations: { _ in }
    )
    return latest.instant > limit ? "a rule ended a session at \(latest.instant.text)" : nil
  }

  /// No session belongs to a book that went into another.
  private func stray(_ world: World) async throws -> String? {
    guard !world.hasUndone else { return nil }
    let books = Books()
    try await world.server.log.export(records: books.see, mutations: { _ in })
    let strays = books.strays
    return strays.isEmpty ? nil : "\(strays.count) sessions belong to a book that was merged"
  }

  /// How the names of fields begin that no version knows yet.
  static let newerField = "newer"

  /// What a newer version set is there unless somebody took it back, in things and kinds of things
  /// that this one knows or not.
  private func forgotten(_ world: World) async throws -> String? {
    let names = NewerNames()
    try await world.server.log.export(records: names.note, mutations: names.note)
    return names.lost.isEmpty ? nil : "\(names.lost.count) values of a newer version are lost"
  }

  /// No value a person set stands against one that was set later.
  private func overruled(_ world: World) async throws -> String? {
    let stamps = SetStamps()
    try await world.server.log.export(records: stamps.note, mutations: stamps.note)
    return stamps.overruled.first.map { "\($0) is older than what was set last" }
  }

  /// The sums are what the records add up to; of the server, and one device, which differ in how
  /// they came by them.
  private func unsound(_ world: World) async throws -> String? {
    for (name, station) in [("server", world.server), ("device 0", world.devices[0])] {
      let report = try await station.log.checkProjections(repair: false)
      let bad = report.tables.filter { !$0.isIdentical }.map(\.name)
      guard bad.isEmpty else { return "\(name): \(bad.joined(separator: ", ")) are not right" }
    }
    return nil
  }
}

extension Log {
  /// The latest time of any value.
  func latestStamp() async throws -> Instant {
    let latest = Latest()
    try await export(records: { latest.see($0.latestStamp.instant) }, mutations: { _ in })
    return latest.instant
  }

  /// Everything it holds, as its export has it.
  func wholeText() async throws -> String {
    let lines = Lines()
    try await export(
      records: { lines.add($0.writeMembers) },
      mutations: { lines.add($0.writeMembers) }
    )
    return lines.text
  }
}

extension String {
  /// The first lines that only one of two texts has.
  fileprivate func difference(to other: String) -> String {
    let (mine, theirs) = (split(separator: "\n"), other.split(separator: "\n"))
    let (only, missing) = (Set(mine).subtracting(theirs), Set(theirs).subtracting(mine))
    let lines =
      only.sorted().prefix(2).map { "  + \($0)" } + missing.sorted().prefix(2).map { "  - \($0)" }
    return lines.isEmpty ? "  the order of lines" : lines.joined(separator: "\n")
  }
}

/// The latest of some instants.
private final class Latest: @unchecked Sendable {
  // One export fills it, and its caller reads it afterwards.
  private(set) var instant = Instant(milliseconds: 0)

  func see(_ other: Instant) { instant = max(instant, other) }
}

/// Lines of JSON, one after another.
private final class Lines: @unchecked Sendable {
  // One export fills it, and its caller reads it afterwards.
  private(set) var text = ""

  func add(_ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    members(&writer)
    writer.endObject()
    text += writer.text + "\n"
  }
}

/// Which books sessions belong to, and which went into others.
private final class Books: @unchecked Sendable {
  // One export fills it, and its caller reads it afterwards.
  private var merged: Set<RecordID> = []
  private var read: [RecordID] = []

  var strays: [RecordID] { read.filter(merged.contains) }

  func see(_ record: Record) {
    if record.kind == Entry.recordKind, record.deletion != nil,
      record.fields["mergedInto"] != .null
    {
      merged.insert(record.id)
    }
    guard record.kind == SessionRecord.kind, record.deletion == nil,
      let entry = try? record.fields.id("entry") as Identifier<Entry>?
    else { return }
    read.append(entry.record)
  }
}

/// Which fields of a newer version were set, which of them taken back, and which are kept.
private final class NewerNames: @unchecked Sendable {
  // One export fills it, and its caller reads it afterwards.
  private var told: Set<String> = []
  private var gone: Set<String> = []
  private var kept: Set<String> = []

  var lost: Set<String> { told.subtracting(gone).subtracting(kept) }

  func note(_ record: Record) {
    kept.formUnion(names(record.fields, of: record.id) { $0 != .null })
  }

  func note(_ mutation: Mutation) {
    for change in mutation.changes {
      told.formUnion(names(change.set, of: change.id) { $0 != .null })
      gone.formUnion(names(change.set, of: change.id) { $0 == .null })
    }
  }

  private func names(_ fields: Fields, of id: RecordID, _ such: (FieldValue) -> Bool) -> [String] {
    fields.members.filter { $0.0.hasPrefix(Verdict.newerField) && such($0.1) }.map {
      id.text + $0.0
    }
  }
}

/// When each value that stands was set, and when it was set last.
private final class SetStamps: @unchecked Sendable {
  // One export fills it, and its caller reads it afterwards.
  private var standing: [String: Stamp] = [:]
  private var last: [String: Stamp] = [:]

  var overruled: [String] {
    standing.filter { name, stamp in last[name].map { stamp < $0 } ?? false }.keys.sorted()
  }

  func note(_ record: Record) {
    for (name, _) in record.fields.members {
      guard let stamp = record.stamp(of: name), !stamp.isAutomatic else { continue }
      standing[Self.key(record.kind, record.id, name)] = stamp
    }
  }

  func note(_ mutation: Mutation) {
    for change in mutation.changes {
      for (name, _) in change.set.members {
        let key = Self.key(change.kind, change.id, name)
        last[key] = max(last[key] ?? mutation.stamp, mutation.stamp)
      }
    }
  }

  private static func key(_ kind: RecordKind, _ id: RecordID, _ field: String) -> String {
    "\(field) of \(kind.name) \(id.text)"
  }
}
