import Cairn
import CairnAccounts
import CairnActions
import CairnPostgres
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// The public rows of one account, as PostgreSQL shows them to others.
@Suite struct `Public rows of other accounts` {
  @Test func `are visible only to a transaction that names the account`() async throws {
    try await withPublicSession { one, other in
      #expect(try await PublicSessions(one.file.publicLog()).list(limit: 5).count == 1)
      #expect(try await PublicSessions(other.file.publicLog()).list(limit: 5).isEmpty)
      let mine = try await one.id().text
      let seen = try await other.database.read { connection in
        _ = try connection.first("SELECT set_config('cairn.public_account', \(mine), true)") { _ in
        }
        return try connection.first("SELECT count(*) FROM session") { try $0.integer(0) }
      }
      #expect(seen == 0)
    }
  }

  @Test func `are hidden from the serving role by default`() async throws {
    try await withPublicSession { one, _ in
      let powers = try await one.database.read { connection in
        try connection.first(
          """
          SELECT pg_has_role('cairn_app', 'cairn_reader', 'USAGE'),
            pg_has_role('cairn_app', 'cairn_reader', 'MEMBER')
          """
        ) { [try $0.integer(0), try $0.integer(1)] }
      }
      #expect(powers == [0, 1])
    }
  }

  @Test func `require a role that can switch to cairn_reader but does not inherit it`() async throws
  {
    try await withPublicSession { _, _ in
      try await PostgresServer.scratch().requireReaderRole()
      try await PostgresServer.scratch(as: "postgres").sharedTables.write { connection in
        try connection.script(
          """
          DROP ROLE IF EXISTS cairn_outsider;
          DROP ROLE IF EXISTS cairn_heir;
          CREATE ROLE cairn_outsider LOGIN;
          CREATE ROLE cairn_heir LOGIN IN ROLE cairn_app, cairn_reader;
          """
        )
      }
      for name in ["cairn_outsider", "cairn_heir"] {
        let server = try await PostgresServer.scratch(as: name)
        let error = await #expect(throws: StorageError.self) {
          try await server.requireReaderRole()
        }
        #expect(error?.code == .missingRole)
        server.close()
      }
      try await PostgresServer.scratch().requireAppRole()
      let outsider = try await PostgresServer.scratch(as: "cairn_outsider")
      defer { outsider.close() }
      let error = await #expect(throws: StorageError.self) { try await outsider.requireAppRole() }
      #expect(error?.message.contains("cairn_outsider can read and write the tables") == true)
    }
  }

  @Test func `are all that cairn_reader can read`() async throws {
    try await withPublicSession { one, _ in
      let grants = try await one.database.read { connection in
        try connection.all(
          """
          SELECT c.relname || ': ' || string_agg(a.attname, ' ' ORDER BY a.attname COLLATE "C")
          FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
          WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace::regnamespace::text
              IN ('public', 'accounts')
            AND has_column_privilege('cairn_reader', c.oid, a.attnum, 'SELECT')
          GROUP BY c.relname ORDER BY c.relname COLLATE "C"
          """
        ) { try $0.text(0) }
      }
      #expect(
        grants == [
          "attempt: at climb counted id number result tick user_id",
          "climb: discipline grade id name pitches position scale session style user_id",
          "climbing: discipline is_outdoor is_private session user_id",
          "session: day ended_at id place segments started_at user_id zone",
          "tag_mark: climb id impact tag user_id",
        ]
      )
      let writable = try await one.database.read { connection in
        try connection.all(
          """
          SELECT relname FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm')
            AND relnamespace::regnamespace::text IN ('public', 'accounts')
            AND (has_any_column_privilege('cairn_reader', oid, 'INSERT, UPDATE')
              OR has_table_privilege('cairn_reader', oid, 'DELETE, TRUNCATE'))
          """
        ) { try $0.text(0) }
      }
      #expect(writable == [])
    }
  }

  @Test(arguments: ["through the side of it", "as its role"])
  func `cannot be written by others`(way: String) async throws {
    try await withPublicSession { one, other in
      let isSide = way == "through the side of it"
      let database = isSide ? try await one.file.publicLog() : other.database
      let error = await #expect(throws: StorageError.self) {
        try await database.write { connection in
          try connection.script("SET LOCAL ROLE cairn_reader")
          try connection.run("UPDATE climbing SET is_private = 1")
        }
      }
      #expect(error?.code == .readOnly)
      #expect(try await PublicSessions(one.file.publicLog()).list(limit: 5).count == 1)
    }
  }

  @Test func `contain only granted columns`() async throws {
    try await withPublicSession { one, _ in
      let shown = try await one.file.publicLog()
      let queries: [SQL] = [
        "SELECT note FROM session", "SELECT partners FROM climbing", "SELECT 1 FROM record",
      ]
      for query in queries {
        let error = await #expect(throws: StorageError.self) {
          try await shown.read { try $0.first(query) { _ in } }
        }
        #expect(error?.code == .readOnly)
      }
    }
  }

  @Test func `leave no role or setting on the connection`() async throws {
    try await withPublicSession { one, other in
      let server = try await PostgresServer.another(isPooled: true, named: "shown", connections: 1)
      let (mine, theirs) = (try await one.id(), try await other.id())
      for _ in 0..<3 {
        let shown = PublicSessions(server.publicLog(of: mine.high, mine.low))
        #expect(try await shown.list(limit: 5).count == 1)
        let next = server.log(of: theirs.high, theirs.low)
        let seen = try await next.read { connection in
          try connection.first(
            "SELECT count(*), max(current_user::text), max(current_setting('cairn.public_account')) FROM session"
          ) { (try $0.value(0), try $0.value(1), try $0.value(2)) }
        }
        #expect(seen?.0 == .integer(0))
      }
      server.close()
    }
  }

  @Test func `can be queried for many accounts at once`() async throws {
    try await withPublicSession { one, other in
      let ids = [Identifier<Account>(try await one.id()), Identifier(try await other.id())]
      #expect(try await PublicSessions(one.file.publicLog()).showing(among: ids) == [ids[0]])
    }
  }

  private func withPublicSession(
    _ body: (ScratchLog, ScratchLog) async throws -> Void
  ) async throws {
    try await TestEngine.postgresql.scratchLog { one in
      try await TestEngine.postgresql.scratchLog(seed: 2) { other in
        var detail = Climbing(discipline: .bouldering)
        detail.isPrivate = false
        let shown = detail
        try await one.log.write("Started climbing") { writer in
          _ = try writer.start(shown, at: writer.now, zone: "UTC")
        }
        try await body(one, other)
      }
    }
  }
}

extension ScratchLog {
  /// Returns the id of the account that owns the rows.
  fileprivate func id() async throws -> RecordID {
    let id = try await database.read { connection in
      try connection.value("SELECT user_id FROM device") as RecordID?
    }
    return try #require(id)
  }
}
