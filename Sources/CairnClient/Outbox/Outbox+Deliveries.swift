import CairnSQL

extension Outbox {
  /// Returns the first queued session after `number`; nil if there is none.
  func next(for account: String, after number: Int64) async throws(ClientError) -> Delivery? {
    try await withStorageErrors {
      try await database.read { db in
        try db.first(
          """
          SELECT id, number, revision, body FROM delivery
          WHERE account = \(account) AND number > \(number) AND refusal IS NULL
          ORDER BY number LIMIT 1
          """
        ) { row in
          Delivery(
            id: try row.text(0),
            number: try row.integer(1),
            revision: try row.integer(2),
            body: [UInt8](try row.text(3).utf8)
          )
        }
      }
    }
  }

  /// Deletes an acknowledged session; keeps it for another send if its revision has changed.
  func acknowledge(_ delivery: Delivery, for account: String) async throws(ClientError) {
    try await withStorageErrors {
      try await database.write { db in
        try db.run(
          """
          DELETE FROM delivery
          WHERE account = \(account) AND id = \(delivery.id) AND revision = \(delivery.revision)
          """
        )
      }
    }
  }

  /// Marks a permanently rejected session as a dead letter.
  func deadLetter(
    _ delivery: Delivery,
    for account: String,
    because reason: ClientError
  ) async throws(ClientError) {
    try await withStorageErrors {
      try await database.write { db in
        try db.run(
          """
          UPDATE delivery SET refusal = \(reason.code.name), reason = \(reason.message)
          WHERE account = \(account) AND id = \(delivery.id)
          """
        )
      }
    }
  }

  /// Returns the numbers of queued and of rejected sessions.
  func counts(for account: String) async throws(ClientError) -> (waiting: Int, refused: Int) {
    let counts = try await withStorageErrors {
      try await database.read { db -> [Int64] in
        try db.first(
          "SELECT count(*), count(refusal) FROM delivery WHERE account = \(account)"
        ) { [try $0.integer(0), try $0.integer(1)] } ?? [0, 0]
      }
    }
    return (Int(counts[0] - counts[1]), Int(counts[1]))
  }

  /// Returns the dead letters, in queue order.
  func deadLetters(for account: String) async throws(ClientError) -> [DeadLetter] {
    try await withStorageErrors {
      try await database.read { db in
        try db.all(
          """
          SELECT body, refusal, reason FROM delivery
          WHERE account = \(account) AND refusal IS NOT NULL ORDER BY number
          """
        ) { row in
          let reason = ClientError(ClientError.Code(try row.text(1)), try row.text(2))
          let body = [UInt8](try row.text(0).utf8)
          return JSONCoding.decode(NewSession.self, body).map {
            DeadLetter(session: $0, reason: reason)
          }
        }
      }
    }.compactMap { $0 }
  }

  /// Queues one dead letter again, or all for nil.
  func requeue(_ id: String?, for account: String) async throws(ClientError) {
    try await withStorageErrors {
      try await database.write { db in
        try db.run(
          """
          UPDATE delivery SET refusal = NULL, reason = NULL
          WHERE account = \(account) AND id = coalesce(\(id), id)
          """
        )
      }
    }
  }

  /// Deletes a queued or rejected session.
  func discard(_ id: String, for account: String) async throws(ClientError) {
    try await withStorageErrors {
      try await database.write { db in
        try db.run("DELETE FROM delivery WHERE account = \(account) AND id = \(id)")
      }
    }
  }

  /// Deletes all queued and rejected sessions and the tracker state.
  func clear(_ account: String) async throws(ClientError) {
    try await withStorageErrors {
      try await database.write { db in
        try db.run("DELETE FROM delivery WHERE account = \(account)")
        try db.run("DELETE FROM tracker WHERE account = \(account)")
      }
    }
  }

  /// Assigns sessions recorded while signed out to an account; returns their number.
  func adopt(_ account: String) async throws(ClientError) -> Int {
    try await withStorageErrors {
      try await database.write { db in
        try db.count("UPDATE delivery SET account = \(account) WHERE account = ''")
      }
    }
  }
}
