import Cairn
import CairnSQL

extension Outbox {
  /// Keeps an answer for times without a network.
  func remember(
    _ body: [UInt8],
    as name: String,
    for account: String,
    at now: Instant
  ) async throws(ClientError) {
    let text = String(decoding: body, as: UTF8.self)
    try await stored {
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

  /// The last answer that was kept, and when it came.
  func known(
    _ name: String,
    for account: String
  ) async throws(ClientError) -> (body: [UInt8], at: Instant)? {
    let row = try await stored {
      try await database.read { db in
        try db.first(
          "SELECT body, at FROM known WHERE account = \(account) AND name = \(name)"
        ) { ([UInt8](try $0.text(0).utf8), try $0.integer(1)) }
      }
    }
    return row.map { ($0.0, Instant(milliseconds: $0.1)) }
  }

  /// Forgets all answers that an account got.
  func forget(_ account: String) async throws(ClientError) {
    try await stored {
      try await database.write { db in
        try db.run("DELETE FROM known WHERE account = \(account)")
      }
    }
  }
}
