import Cairn
import CairnSQL
import CairnSQLite

/// What a server does not have yet, in a file: written before it is sent, deleted when it is
/// acknowledged.
///
/// One row for each session of each account; nothing is ever dropped for its age or its number.
struct Outbox: Sendable {
  let database: any SQLDatabase

  /// Opens the file, or makes it.
  static func open(path: String) async throws(ClientError) -> Outbox {
    try await stored {
      let database = try await SQLiteDatabase.open(path: path)
      try await OutboxSchema.migrator.migrate(database)
      return Outbox(database: database)
    }
  }

  /// Keeps a session until it is acknowledged; one with the same id grows.
  ///
  /// Throws `conflict` when that one is of another story, or has another start.
  func put(_ session: NewSession, for account: String) async throws(ClientError) {
    try await stored { try await database.write { try Outbox.put(session, account, $0) } }
  }

  /// Keeps the state of a tracker and what it told, both or neither.
  func keep(
    _ state: JSON,
    _ sessions: [NewSession],
    for account: String
  ) async throws(ClientError) {
    try await stored {
      try await database.write { db in
        for session in sessions { try Outbox.put(session, account, db) }
        try db.run(
          """
          INSERT INTO tracker (account, state) VALUES (\(account), \(state.text))
          ON CONFLICT (account) DO UPDATE SET state = excluded.state
          """
        )
      }
    }
  }

  /// The state of the tracker as it was last kept; an empty one before the first.
  func tracker(of account: String) async throws(ClientError) -> PlaybackTracker {
    let state = try await stored {
      try await database.read { db in
        try db.first("SELECT state FROM tracker WHERE account = \(account)") { try $0.text(0) }
      }
    }
    let json = state.flatMap { try? JSON(parsing: [UInt8]($0.utf8)) }
    return json.flatMap { PlaybackTracker(restoring: $0) } ?? PlaybackTracker()
  }

  private static func put(_ new: NewSession, _ account: String, _ db: any SQLConnection) throws {
    var session = new
    let body = try db.first(
      "SELECT body FROM delivery WHERE account = \(account) AND id = \(new.id)"
    ) { try $0.text(0) }
    if let body, let kept = JSONCoding.decode(NewSession.self, [UInt8](body.utf8)) {
      guard kept.isSame(as: new) else { throw ClientError.otherSession(new.id) }
      session = kept
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
  /// Whether both are reports of one session: what may not change is the same.
  fileprivate func isSame(as other: NewSession) -> Bool {
    storyId == other.storyId && JSONDate.text(startedAt) == JSONDate.text(other.startedAt)
  }
}

extension ClientError {
  fileprivate static func otherSession(_ id: String) -> ClientError {
    ClientError(.conflict, "The session \(id) is one of another story, or has another start.")
  }
}

/// Does something with the file; what it refuses becomes `client.storage`.
func stored<Value: Sendable>(
  _ body: () async throws -> Value
) async throws(ClientError) -> Value {
  do {
    return try await body()
  } catch let error as ClientError {
    throw error
  } catch {
    throw ClientError(.storage, "The outbox could not be used: \(error)")
  }
}
