import Cairn
import CairnPostgres
import CairnStore

/// The size of a log in PostgreSQL, measured at most every ten minutes, because that reads all its rows.
final class PostgresLogSize: Sendable {
  private let database: PostgresDatabase
  private let environment: LogEnvironment
  private let measurement = LockedValue<(at: Instant, bytes: Int64)?>(nil)
  private static let interval = Milliseconds.minutes(10)

  init(of database: PostgresDatabase, _ environment: LogEnvironment) {
    (self.database, self.environment) = (database, environment)
  }

  /// The bytes of the records and the history as last measured; 0 before that.
  var latest: Int64 { measurement.withLock { $0?.bytes ?? 0 } }

  /// Returns the bytes of the records and the history within the last ten minutes.
  func measured() async throws -> Int64 {
    let now = environment.now()
    if let last = measurement.withLock({ $0 }), now - last.at < Self.interval { return last.bytes }
    let bytes = try await translated { try await Log.bytes(in: database) }
    measurement.withLock { $0 = (now, bytes) }
    return bytes
  }
}
