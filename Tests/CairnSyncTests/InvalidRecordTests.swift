import Cairn
import CairnSQL
import CairnStore
import CairnSync
import CairnTestKit
import Testing
import CairnReports

/// Unreadable records, which are never skipped silently (spec/security.md S1).
@Suite struct `An invalid record` {
  private static let impossible: [(String, FieldValue)] = [
    ("segments", .text("no times at all")), ("endedAt", .integer(.max)), ("zone", .null),
    ("moodAfter", .integer(.min)), ("note", .integer(1)),
  ]

  @Test(arguments: impossible.indices)
  func `is rejected by a server, with the reason`(index: Int) async throws {
    try await withSession { world, session in
      let (field, value) = Self.impossible[index]
      let outcome = try await push(SessionRecord.kind, session.record, field, value, to: world)
      guard case .refused(_, let reason) = outcome else {
        Issue.record("was taken")
        return
      }
      let server = world.server.log
      #expect(reason.contains(field))
      #expect(try await server.checkProjections(repair: false).isHealthy)
      #expect(try await server.session(session)?.timeline.isEnded == true)
    }
  }

  @Test(arguments: impossible.indices)
  func `is not sent in a full comparison, and does not replace a valid one`(
    index: Int
  ) async throws {
    try await withSession { world, session in
      let (device, before) = (world.devices[0], try await world.server.log.digest())
      try await spoil(session, in: device, Self.impossible[index])
      _ = try await SyncRunner(
        device.log,
        forcesFullComparison: true,
        transport: TestConnection().transport(to: world.server.log)
      ).run()
      #expect(try await world.server.log.digest() == before)
      let problem = try await device.log.syncState().cursor?.problem
      #expect(problem?.contains("1 record cannot be read here") == true)
      #expect(try await device.log.syncNotice()?.problem == problem)
    }
  }

  @Test(arguments: impossible.indices)
  func `from a server is not applied, and reported until a valid one arrives`(
    index: Int
  ) async throws {
    try await withSession { world, session in
      let (device, server) = (world.devices[0], world.server)
      try await spoil(session, in: server, Self.impossible[index])
      try await world.sync(0)
      let state = try await device.log.syncState()
      #expect(state.cursor?.problem?.contains("session") == true)
      let report = try await device.log.checkProjections(repair: false)
      #expect(report.tables.filter { !$0.isIdentical }.isEmpty)
      #expect(report.unreadable.first?.hasPrefix("session ") == true)
      try await world.sync(0)
      #expect(try await device.log.syncState().cursor?.problem != nil)
      // The log has an earlier version of the record, which says nothing about the refused one.
      for repair in [true, false] {
        let rebuilt = try await device.log.checkProjections(repair: repair)
        #expect(rebuilt.unreadable == report.unreadable)
      }
    }
  }

  @Test func `of a newer version is kept, and reported until it is readable`() async throws {
    try await withSession { world, _ in
      let device = world.devices[0].log
      let reading = try #require(try await world.devices[0].readings().first)
      let kind = ReadThrough.recordKind
      _ = try await push(kind, reading, "outcome", .text("lent_to_a_friend"), to: world)
      try await world.sync(0)
      let state = try await device.syncState()
      #expect(
        state.cursor?.problem?.contains("1 record cannot be read here, because of a newer version")
          == true
      )
      #expect(try await device.digest() == world.server.log.digest())
      world.server.clock.advance(by: .minutes(1))
      _ = try await push(kind, reading, "outcome", .null, to: world)
      try await world.syncAll()
      #expect(try await device.syncState().cursor?.problem == nil)
    }
  }

  @Test func `is refused as an undo without its turn, and as an act with its own stamps`()
    async throws
  {
    try await withSession { world, session in
      let (kind, record, note) = (SessionRecord.kind, session.record, FieldValue.text("x"))
      try await world.sync(0)
      let later = Stamp(time: UInt64(2_000_000_000_000) << 16, node: 9)
      let outcomes = [
        try await push(kind, record, "note", note, undoes: record, to: world),
        try await push(kind, record, "note", note, stamps: ["note": later], to: world),
      ]
      for outcome in outcomes {
        guard case .refused("sync.unfit", _) = outcome else {
          Issue.record("\(String(describing: outcome))")
          continue
        }
      }
      #expect(try await world.server.log.session(session)?.note == nil)
    }
  }

  @Test func `is detected when two logs have equal stamps and different values`() async throws {
    try await withSession { world, session in
      try await world.sync(0)
      try await spoil(session, in: world.server, ("note", .text("other")))
      #expect(try await world.server.log.digest() != world.devices[0].log.digest())
    }
  }

  /// Pushes a mutation that sets one field; returns its result.
  private func push(
    _ kind: RecordKind,
    _ record: RecordID,
    _ field: String,
    _ value: FieldValue,
    undoes: RecordID? = nil,
    stamps: [String: Stamp] = [:],
    to world: SyncWorld
  ) async throws -> PushResult.Outcome? {
    let (log, now) = (world.server.log, world.server.clock.now)
    let id = RecordID(derivedFrom: [field, "\(now.milliseconds)"])
    var set = Fields()
    set[field] = value
    let mutation = Mutation(
      id: id,
      stamp: Stamp(time: UInt64(now.milliseconds) << 16, node: 9),
      at: now,
      title: "Push",
      entry: id,
      part: 1,
      undoes: undoes,
      changes: [Change(kind: kind, id: record, set: set, was: Fields(), stamps: stamps)]
    )
    var push = SyncPush(epoch: try await log.syncHead().epoch)
    push.mutations = [SyncMutation(mutation, joined: nil)]
    return try await log.applyPush(push).first?.outcome
  }

  /// Sets a field without validation, as a disk error or hostile server would.
  private func spoil(
    _ session: SessionID,
    in scratch: ScratchLog,
    _ change: (field: String, value: FieldValue)
  ) async throws {
    let id = session.record
    try await scratch.database.write { connection in
      let query: SQL = "SELECT fields FROM record WHERE kind = 'session' AND id = \(id)"
      let text = try connection.first(query) { try $0.text(0) }
      var fields = try Fields(json: text ?? "")
      fields[change.field] = change.value
      try connection.run(
        """
        UPDATE record SET fields = \(fields.json), seq = (SELECT max(seq) + 1 FROM record)
        WHERE kind = 'session' AND id = \(id)
        """
      )
    }
  }

  private func withSession(
    _ body: (inout SyncWorld, SessionID) async throws -> Void
  ) async throws {
    try await SyncWorld.with(1) { world in
      let day = Scenario(world.devices[0])
      let session = try await day.track(try await day.add("Dune"), "10:00-11:00")
      try await world.syncAll()
      try await body(&world, session.id)
    }
  }
}

extension ScratchLog {
  fileprivate func readings() async throws -> [RecordID] {
    try await database.read { connection in
      try connection.values("SELECT id FROM record WHERE kind = 'read_through'")
    }
  }
}
