import Cairn
import CairnSQL
import CairnSQLite

/// A durable queue of unsent sessions: written before the request, deleted after the acknowledgement.
///
/// It has one row per account and session, and drops no row for its age or number.
struct Outbox: Sendable {
  let database: any SQLDatabase

  /// Opens the file; creates it if it is missing.
  static func open(path: String) async throws(ClientError) -> Outbox {
    try await withStorageErrors {
      let database = try await SQLiteDatabase.open(path: path)
      try await OutboxSchema.migrator.migrate(database)
      return Outbox(database: database)
    }
  }

  /// Queues a session; merges a session with the same ID.
  ///
  /// Throws `conflict` if that session has another story or another start.
  func enqueue(_ session: NewSession, for account: String) async throws(ClientError) {
    try await withStorageErrors {
      try await database.write { try Outbox.enqueue(session, account, $0) }
    }
  }

  /// Saves the tracker state and its reports in one transaction.
  func saveTracker(
    _ state: JSON,
    _ sessions: [NewSession],
    for account: String
  ) async throws(ClientError) {
    try await withStorageErrors {
      try await database.write { db in
        for session in sessions { try Outbox.enqueue(session, account, db) }
        try db.run(
          """
          INSERT INTO tracker (account, state) VALUES (\(account), \(state.text))
          ON CONFLICT (account) DO UPDATE SET state = excluded.state
          """
        )
      }
    }
  }

  /// Returns the saved tracker state; a new tracker if there is none.
  func tracker(of account: String) async throws(ClientError) -> PlaybackTracker {
    let state = try await withStorageErrors {
      try await database.read { db in
        try db.first("SELECT state FROM tracker WHERE account = \(account)") { try $0.text(0) }
      }
    }
    let json = state.flatMap { try? JSON(parsing: [UInt8]($0.utf8)) }
    return json.flatMap { PlaybackTracker(restoring: $0) } ?? PlaybackTracker()
  }

  private static func enqueue(_ new: NewSession, _ account: String, _ db: any SQLConnection) throws
  {
    var session = new
    let body = try db.first(
      "SELECT body FROM delivery WHERE account = \(account) AND id = \(new.id)"
    ) { try $0.text(0) }
    if let body, let stored = JSONCoding.decode(NewSession.self, [UInt8](body.utf8)) {
      guard stored.isSame(as: new) else { throw ClientError.otherSession(new.id) }
      session = stored
      session.merge(new)
    }
    try save(session, account, db)
  }

  private static func save(_ session: NewSession, _ account: String, _ db: any SQLConnection) throws
  {
    let body = String(decoding: JSONCoding.encode(session), as: UTF8.self)
    try db.run(
      """
      INSERT INTO delivery (account, id, number, revision, body)
      VALUES (\(account), \(session.id), (SELECT coalesce(max(number), 0) + 1 FROM delivery), 1, \(body))
      ON CONFLICT (account, id) DO UPDATE SET revision = revision + 1, body = excluded.body
      """
    )
  }
}

extension NewSession {
  /// Returns whether both report the same session, by the fields that cannot change.
  fileprivate func isSame(as other: NewSession) -> Bool {
    storyId == other.storyId && JSONDate.text(startedAt) == JSONDate.text(other.startedAt)
  }
}

extension ClientError {
  fileprivate static func otherSession(_ id: String) -> ClientError {
    ClientError(.conflict, "The session \(id) belongs to another story or has another start.")
  }
}

/// Runs a storage operation and converts its errors to `client.storage`.
func withStorageErrors<Value: Sendable>(
  _ body: () async throws -> Value
) async throws(ClientError) -> Value {
  do {
    return try await body()
  } catch let error as ClientError {
    throw error
  } catch {
    throw ClientError(.storage, "The outbox could not be read or written.", cause: "\(error)")
  }
}
