import Cairn
import CairnSQL

extension Outbox {
  /// Caches a response for offline use.
  func cache(
    _ body: [UInt8],
    as name: String,
    for account: String,
    at now: Instant
  ) async throws(ClientError) {
    let text = String(decoding: body, as: UTF8.self)
    try await withStorageErrors {
      try await database.write { db in
        try db.run(
          """
          INSERT INTO known (account, name, at, body)
          VALUES (\(account), \(name), \(now.milliseconds), \(text))
          ON CONFLICT (account, name) DO UPDATE SET at = excluded.at, body = excluded.body
          """
        )
      }
    }
  }

  /// Returns the cached response with its time; nil if there is none.
  func cached(
    _ name: String,
    for account: String
  ) async throws(ClientError) -> (body: [UInt8], at: Instant)? {
    let row = try await withStorageErrors {
      try await database.read { db in
        try db.first(
          "SELECT body, at FROM known WHERE account = \(account) AND name = \(name)"
        ) { ([UInt8](try $0.text(0).utf8), try $0.integer(1)) }
      }
    }
    return row.map { ($0.0, Instant(milliseconds: $0.1)) }
  }

  /// Deletes all cached responses of an account.
  func clearCache(_ account: String) async throws(ClientError) {
    try await withStorageErrors {
      try await database.write { db in
        try db.run("DELETE FROM known WHERE account = \(account)")
      }
    }
  }
}
