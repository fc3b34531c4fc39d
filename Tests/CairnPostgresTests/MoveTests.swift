import Cairn
import CairnActions
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

@Suite struct `A log migration` {
  @Test func `copies the log unchanged with a new epoch, there and back`()
    async throws
  {
    let moved = try await MovedLog()
    let log = try await moved.open()
    let key = RequestKey("a request", request: [1])
    _ = try await log.write("Add", once: key) { writer in
      _ = try writer.add(NewBook(title: "Emma \u{1F9D7} \"\\", pages: 300), zone: "UTC")
      return "an answer"
    }
    let (before, head) = (try await moved.rows(in: moved.home), try await log.syncHead())
    #expect(try await moved.move(to: "west"))
    #expect(try await moved.rows(in: moved.west) == before)
    #expect(try await log.response(to: key) == "an answer")
    let after = try await log.syncHead()
    #expect(after.log == head.log && after.epoch != head.epoch && after.head == head.head)
    #expect(try await moved.move(to: nil))
    #expect(try await moved.rows(in: moved.home) == before)
    #expect(try await moved.rows(in: moved.west) == "")
    #expect(try await log.checkProjections(repair: false).isHealthy)
    #expect(try await !moved.move(to: nil))
  }

  @Test func `is followed by snapshots, even if they catch the error`()
    async throws
  {
    let moved = try await MovedLog(with: "Emma")
    let log = try await moved.open()
    try await moved.move(to: "west")
    let titles = try await log.snapshot { log in
      _ = try? await log.dayStartHour()
      return (try? await log.recentTitles()) ?? []
    }
    #expect(titles == ["Emma"])
  }

  @Test func `fences the old database against stale readers and writers`()
    async throws
  {
    let moved = try await MovedLog()
    let late = try await moved.open(in: moved.home)
    try await moved.move(to: "west")
    let error = await #expect(throws: StorageError.self) {
      try await moved.database(in: moved.home).read { try $0.first("SELECT 1") { _ in } }
    }
    #expect(error?.code == .moving)
    let refusal = await #expect(throws: CairnError.self) { try await late.add("Dune") }
    #expect(refusal?.code == "storage.moving")
    #expect(try await moved.rows(in: moved.home) == "")
  }

  @Test func `keeps every concurrent write exactly once`() async throws {
    let moved = try await MovedLog()
    let logs = [try await moved.open(), try await moved.open(), try await moved.open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (writer, log) in logs.enumerated() {
        group.addTask {
          for number in 0..<20 {
            try await log.add("\(writer) \(number)")
            _ = try await log.books()
          }
        }
      }
      group.addTask {
        for shard in ["west", nil, "west", nil, "west"] { try await moved.move(to: shard) }
      }
      try await group.waitForAll()
    }
    let titles = try await moved.open().books().map(\.title).sorted()
    let expected = (0..<3).flatMap { writer in (0..<20).map { "\(writer) \($0)" } }.sorted()
    #expect(titles == expected)
  }

  /// The process of the move is killed after that many transactions, in either database.
  @Test(arguments: [true, false])
  func `has at most one writable database when interrupted, and can resume`(
    toTheSame: Bool
  ) async throws {
    let all = try await MovedLog(with: "Emma").transactionsOfMove()
    // The transactions in the middle all copy a table, so a few of them suffice.
    let cuts = (0...all).filter { $0 < 5 || all - $0 < 6 || $0 % 9 == 0 }
    for transactions in cuts {
      let moved = try await MovedLog(with: "Emma")
      let before = try await moved.rows(in: moved.home)
      let error = await Self.error(of: {
        try await moved.move(to: "west", TransactionBudget(transactions))
      })
      let isThere = try await moved.writableShards() == ["west"]
      #expect((error == nil) == isThere, "\(transactions) of \(all): \(String(describing: error))")
      if transactions == all { #expect(isThere) }
      try await moved.expectOneWritableShard("cut off after \(transactions)")
      try await moved.move(to: toTheSame ? "west" : nil)
      let place = toTheSame ? moved.west : moved.home
      #expect(try await moved.writableShards() == [toTheSame ? "west" : nil])
      #expect(try await moved.rows(in: place) == before, "cut off after \(transactions)")
      try await moved.open().add("Dune")
    }
  }

  private static func error(of body: () async throws -> some Any) async -> (any Error)? {
    do { _ = try await body() } catch { return error }
    return nil
  }

  @Test func `is superseded by a later migration`() async throws {
    let moved = try await MovedLog()
    let first = try await moved.accounts.startMigration(of: moved.account)
    try await moved.move(to: "west")
    let error = await #expect(throws: CairnError.self) {
      try await moved.accounts.finishMigration(first.number, of: moved.account, in: nil)
    }
    #expect(error?.code == "storage.move_superseded")
    #expect(try await moved.accounts.shard(of: moved.account) == "west")
  }

  @Test func `rejects a target with a writable log, and its own database`() async throws {
    let moved = try await MovedLog(with: "Emma")
    _ = try await moved.open(in: moved.west)
    for (name, server, code) in [
      ("west", moved.west, "storage.log_exists"),
      ("alias", moved.home, "storage.duplicate_database"),
    ] {
      let error = await #expect(throws: CairnError.self) {
        try await moved.move(to: name, among: [nil: moved.home, name: server])
      }
      #expect(error?.code == code)
    }
    #expect(try await moved.open().books().map(\.title) == ["Emma"])
  }

  @Test func `does not delete the log if the target is the same database by another name`()
    async throws
  {
    let moved = try await MovedLog(with: "Emma")
    let all = try await MovedLog(with: "Emma").transactionsOfMove()
    for transactions in [3, 5, 6, 7, all - 4] {
      _ = try? await moved.move(to: "west", TransactionBudget(transactions))
      let error = await #expect(throws: CairnError.self) {
        try await moved.move(to: "alias", among: [nil: moved.home, "alias": moved.home])
      }
      #expect(error?.code == "storage.duplicate_database")
      try await moved.move(to: nil)
      #expect(try await moved.open().books().map(\.title) == ["Emma"])
    }
  }

  @Test func `works while an unrelated database is down`()
    async throws
  {
    let moved = try await MovedLog(with: "Emma")
    let gone = PostgresServer("host=/nowhere")
    let servers = [nil: moved.home, "west": moved.west, "gone": gone]
    let there = try await moved.logMove(among: servers).run(to: "west")
    #expect(there.isNew && there.left == [])
    #expect(try await moved.rows(in: moved.home) == "")
    let error = await #expect(throws: CairnError.self) {
      try await moved.move(to: "gone", among: servers)
    }
    #expect(error?.code == "storage.unreachable")
    try await moved.logMove(among: servers).remove()
    #expect(try await moved.rows(in: moved.west) == "")
  }

  @Test func `reports leftovers and removes them the next time`() async throws {
    let moved = try await MovedLog(with: "Emma")
    _ = try? await moved.move(to: "west", TransactionBudget(40))
    let gone = [nil: moved.home, "west": PostgresServer("host=/nowhere")]
    #expect(try await moved.logMove(among: gone).run(to: nil).left == ["west"])
    #expect(try await moved.writableShards() == [nil])
    let error = await #expect(throws: CairnError.self) {
      try await moved.logMove(among: gone).remove()
    }
    #expect(error?.code == "storage.unreachable")
    #expect(try await moved.open().books().map(\.title) == ["Emma"])
    #expect(try await moved.logMove().run(to: nil).left == [])
    #expect(try await moved.rows(in: moved.west) == "")
    try await moved.logMove(among: gone).remove()
    #expect(try await moved.rows(in: moved.home) == "")
  }

  @Test func `works with a restored directory that lacks recent migrations`()
    async throws
  {
    let moved = try await MovedLog(with: "Emma")
    for shard in ["west", nil, "west"] { try await moved.move(to: shard) }
    try await moved.accounts.remove(moved.account)
    try await moved.accounts.setLocation(of: moved.account, in: "west")
    #expect(try await moved.move(to: nil))
    #expect(try await moved.open().books().map(\.title) == ["Emma"])
  }

  @Test func `shows public rows only in its current database`() async throws {
    let moved = try await MovedLog()
    var detail = Climbing(discipline: .bouldering)
    detail.isPrivate = false
    let shown = detail
    try await moved.open().write("Started climbing") { writer in
      _ = try writer.start(shown, at: writer.now, zone: "UTC")
    }
    let (high, low) = (moved.account.record.high, moved.account.record.low)
    let here = PublicSessions(moved.home.publicLog(of: high, low))
    #expect(try await here.list(limit: 5).count == 1)
    try await moved.move(to: "west")
    let refusal = await #expect(throws: CairnError.self) { try await here.isEmpty() }
    #expect(refusal?.code == "storage.moving")
    #expect(try await PublicSessions(moved.west.publicLog(of: high, low)).list(limit: 5).count == 1)
    let ids = [moved.account]
    #expect(try await PublicSessions(moved.home.publicLogs).showing(among: ids) == [])
    #expect(try await PublicSessions(moved.west.publicLogs).showing(among: ids) == [moved.account])
    #expect(try await moved.accounts.shards(of: ids) == [moved.account: "west"])
  }

  @Test func `rejects a missing log and an unknown target`() async throws {
    let moved = try await MovedLog(isMade: false)
    let gone = await #expect(throws: CairnError.self) { try await moved.move(to: "west") }
    #expect(gone?.code == "storage.no_log")
    let nowhere = await #expect(throws: CairnError.self) { try await moved.move(to: "east") }
    #expect(nowhere?.code == "storage.unknown_shard")
  }

  @Test func `leaves no rows after account deletion, even if interrupted`()
    async throws
  {
    let all = try await MovedLog(with: "Emma").transactionsOfMove()
    for transactions in [0, 3, 5, 6, 40, all - 4, all - 3, all - 2, all - 1, all] {
      let moved = try await MovedLog(with: "Emma")
      let late = try await moved.open()
      _ = try? await moved.move(to: "west", TransactionBudget(transactions))
      try await moved.logMove().remove()
      for server in [moved.home, moved.west] { #expect(try await moved.rows(in: server) == "") }
      await #expect(throws: CairnError.self) { try await late.add("Dune") }
      #expect(try await moved.writableShards() == [])
    }
  }

  @Test func `can resume an interrupted deletion`() async throws {
    for transactions in 0..<4 {
      let moved = try await MovedLog(with: "Emma")
      _ = try? await moved.logMove(TransactionBudget(transactions)).remove()
      try await moved.logMove().remove()
      #expect(try await moved.rows(in: moved.home) == "")
    }
  }

  @Test func `discards writes during account deletion`() async throws {
    let moved = try await MovedLog()
    let logs = [try await moved.open(in: moved.home), try await moved.open(in: moved.home)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for log in logs {
        group.addTask {
          for number in 0..<1_000 {
            do { try await log.add("\(number)") } catch let error as CairnError {
              #expect(error.code == "storage.moving")
              return
            }
          }
          Issue.record("The log took all writes.")
        }
      }
      while try await moved.open(in: moved.home).books().count < 10 {}
      try await moved.logMove().remove()
      try await group.waitForAll()
    }
    #expect(try await moved.rows(in: moved.home) == "")
  }

  @Test func `can recreate the log of a deleted account`() async throws {
    let moved = try await MovedLog(with: "Emma")
    try await moved.logMove().remove()
    try await moved.logMove().lift(in: nil)
    #expect(try await moved.open().books().isEmpty)
  }

  @Test func `keeps change notifications working across databases`() async throws {
    let moved = try await MovedLog()
    let server = try await PostgresServer.another(isLive: true, named: "listener")
    try await server.waitUntilLive()
    let other = try await PostgresServer.another(isLive: true, named: "writer")
    try await other.waitUntilLive()
    try await moved.move(to: "west")
    let id = moved.account.record
    var changes = server.log(of: id.high, id.low).changes().makeAsyncIterator()
    try await moved.open(in: other.scratchShard()).add("Dune")
    while let tables = await changes.next(), !tables.contains("mutation") {}
    server.close()
    other.close()
  }
}

@Suite struct `The directory of logs` {
  @Test func `is visible only to transactions without an account`() async throws {
    let moved = try await MovedLog()
    try await moved.accounts.setLocation(of: moved.account, in: "west")
    let rows = try await moved.database(in: moved.home).read { connection in
      try connection.first("SELECT count(*) FROM accounts.log_location") { try $0.integer(0) }
    }
    #expect(rows == 0)
    #expect(try await moved.accounts.shards()[moved.account] == "west")
    #expect(try await moved.accounts.shardNames().contains("west"))
    try await moved.accounts.remove(moved.account)
    #expect(try await moved.accounts.shard(of: moved.account) == nil)
  }

  @Test func `hides every table of accounts from logs, by a policy`() async throws {
    let bare = try await PostgresServer.scratch().sharedTables.read { connection in
      try connection.all(
        """
        SELECT relname FROM pg_class
        WHERE relnamespace = 'accounts'::regnamespace AND relkind = 'r'
          AND relname <> 'migration' AND NOT (relrowsecurity AND EXISTS (
            SELECT 1 FROM pg_policy WHERE polrelid = pg_class.oid AND polname = 'shared'))
        """
      ) { try $0.text(0) }
    }
    #expect(bare == [])
  }
}
