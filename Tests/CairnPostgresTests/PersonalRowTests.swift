import Cairn
import CairnAccounts
import CairnPostgres
import CairnReports
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

/// Personal rows in the accounts' tables, queried as a bug of ours might: without a condition.
@Suite struct `Personal rows in the accounts' tables` {
  private static let tables: [SQL] = [
    "uploaded_file", "uploaded_block", "webhook", "delivery", "connection", "connected_document",
    "connected_file",
  ]
  /// The id of Anna's account, which names her.
  private static let anna = "00000000-0000-0007-0000-00000000000a"

  @Test func `are visible only to their person`() async throws {
    try await Self.filled { database in
      for table in Self.tables {
        let own = try await Self.count(table, as: Self.anna, in: database)
        #expect(own > 0)
        for stranger in ["ben", "", nil] {
          let seen = try await Self.count(table, as: stranger, in: database)
          #expect(seen == 0, "\(table)")
        }
      }
    }
  }

  @Test(
    arguments: [
      "UPDATE uploaded_file SET job = ''", "DELETE FROM uploaded_block",
      "UPDATE webhook SET url = 'x'",
      "DELETE FROM delivery", "UPDATE connection SET name = 'x'", "DELETE FROM connected_document",
      "UPDATE connected_file SET tag = 'x'",
    ] as [SQL]
  )
  func `cannot be changed by others`(statement: SQL) async throws {
    try await Self.filled { database in
      let changed = try await database.write { connection in
        try connection.run(Self.naming("ben"))
        return try connection.count(statement)
      }
      #expect(changed == 0)
    }
  }

  @Test(
    arguments: [
      "UPDATE uploaded_file SET owner = 'ben'", "UPDATE webhook SET owner = 'ben'",
      """
      INSERT INTO webhook (id, owner, url, secret, made_at)
      VALUES (gen_random_uuid(), 'ben', 'x', 'y', 0)
      """,
      """
      INSERT INTO uploaded_block (file, number, bytes) VALUES ('00000000-0000-0007-0000-000000000007', 7, '')
      """,
      "UPDATE connection SET account = '00000000-0000-0007-0000-00000000000b'",
      """
      INSERT INTO connected_document (connection, document, at)
      VALUES ('00000000-0000-0007-0000-00000000000c', 'x', 0)
      """,
    ] as [SQL]
  )
  func `cannot be created for or transferred to another person`(statement: SQL) async throws {
    try await Self.filled { database in
      let error = await #expect(throws: StorageError.self) {
        try await database.write { connection in
          try connection.run(Self.naming(Self.anna))
          try connection.run(statement)
        }
      }
      #expect(error?.code == .readOnly)
    }
  }

  /// A server of the previous version does not know these tables, but can still remove the account.
  @Test func `are removed with the account`() async throws {
    try await TestEngine.postgresql.scratchAccountDatabase { database in
      let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1)
      let accounts = try await Accounts.open(database, environment: environment)
      let name = try AccountName("anna")
      let account = try await accounts.add(accounts.newID(), name, hash: "a hash", zone: "UTC")
      let webhooks = Webhooks.shared(in: database, environment: environment)
      let owner = WebhookOwner(account.id)
      _ = try await webhooks.add("https://example.org", of: owner, reached: [])
      try await accounts.remove(account.id)
      #expect(try await webhooks.owners().isEmpty)
    }
  }

  @Test func `expire for everyone`() async throws {
    try await Self.filled { database in
      let files = UploadedFiles.shared(in: database)
      let later = UploadedFile(
        RecordID(high: 7, low: 9),
        of: "ben",
        createdAt: .scratchStart + UploadedFiles.time + Milliseconds(1),
        .planned,
        job: ""
      )
      try await files.insert(later, options: "", [1])
      #expect(try await files.all(of: Self.anna).isEmpty)
      #expect(try await files.all(of: "ben") == [later])
    }
  }

  /// Runs the body with a file, and a webhook with a pending delivery, that belong to Anna.
  private static func filled(_ body: (any SQLDatabase) async throws -> Void) async throws {
    try await TestEngine.postgresql.scratchAccountDatabase { database in
      let file = UploadedFile(
        RecordID(high: 7, low: 8),
        of: anna,
        createdAt: .scratchStart,
        .planned,
        job: ""
      )
      try await UploadedFiles.shared(in: database).insert(file, options: "", [1, 2, 3])
      try await database.write { connection in
        try connection.run(naming(anna))
        try connection.script(
          """
          INSERT INTO webhook (id, owner, url, secret, made_at)
          VALUES ('00000000-0000-0007-0000-000000000001', '00000000-0000-0007-0000-00000000000a', 'https://example.org', 'c2VjcmV0', 0);
          INSERT INTO delivery (webhook, milestone, id, reached_at, state, made_at, attempts, next_at)
          VALUES ('00000000-0000-0007-0000-000000000001', 'hours.10', gen_random_uuid(), 0, 'waiting', 0, 0, 0);
          INSERT INTO account (id, name, folded, password, zone, created_at)
          VALUES ('00000000-0000-0007-0000-00000000000a', 'anna', 'anna', '', 'UTC', 0),
            ('00000000-0000-0007-0000-00000000000b', 'ben', 'ben', '', 'UTC', 0);
          INSERT INTO connection (id, account, kind, name, created_at, sessions)
          VALUES ('00000000-0000-0007-0000-000000000002', '00000000-0000-0007-0000-00000000000a', 'koreader', 'Kobo', 0, 0);
          INSERT INTO connected_document (connection, document, at)
          VALUES ('00000000-0000-0007-0000-000000000002', 'x', 0);
          INSERT INTO connected_file (connection, path, tag, changed_at)
          VALUES ('00000000-0000-0007-0000-000000000002', 'x', 'x', 0)
          """
        )
      }
      try await body(database)
    }
  }

  private static func count(
    _ table: SQL,
    as person: String?,
    in database: any SQLDatabase
  ) async throws -> Int64 {
    try await database.read { connection in
      if let person { try connection.run(naming(person)) }
      return try connection.first("SELECT count(*) FROM \(fragment: table)") {
        try $0.integer(0)
      } ?? -1
    }
  }

  private static func naming(_ person: String) -> SQL {
    "SELECT set_config('cairn.person', \(person), true)"
  }
}
