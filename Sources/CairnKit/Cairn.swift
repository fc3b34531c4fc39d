import Cairn
import CairnSQLite
package import CairnStore
public import Foundation

/// A log of reading, listening and climbing in one file: the way in for apps.
///
/// ```swift
/// let cairn = try await Cairn.open(.documentsDirectory.appending(path: "cairn.sqlite"))
/// let book = try await cairn.reading.addBook("Dune", by: ["Frank Herbert"], pageCount: 604)
/// try await cairn.reading.start(book)
/// try await cairn.reading.stop(page: 41)
/// ```
///
/// A call that returns is on disk: a running session survives a killed app, and is there at the next
/// launch. The app, its widget and its share extension may have the same file open. Every call that
/// changes the log is one entry of its history, which ``undo()`` reverts. All calls throw ``Failure``.
public struct Cairn: Sendable {
  let log: Log
  /// Returns the IANA name of the person's current time zone.
  let zoneName: @Sendable () -> String
  let now: @Sendable () -> Date
  let syncs = SyncQueue()

  /// Opens a log, and creates it if the file is missing; its folder must exist.
  ///
  /// A log of an older version is copied beside itself before its tables change. Throws a ``Failure``
  /// with the code `storage.newer_log` for a log of a newer version, `storage.no_log` for a file that
  /// is no log, and others that start with `storage.`; the file is unchanged then.
  public static func open(_ file: URL) async throws(Failure) -> Cairn {
    let environment = LogEnvironment(
      now: SystemClock.now,
      clockMark: SystemClock.mark,
      random: { .random(in: .min ... .max) },
      zone: SystemZones.rules
    )
    return try await open(file, environment) { TimeZone.autoupdatingCurrent.identifier }
  }

  /// Opens a log with a given clock, source of random numbers and time zone.
  package static func open(
    _ file: URL,
    _ environment: LogEnvironment,
    zone: @escaping @Sendable () -> String
  ) async throws(Failure) -> Cairn {
    let log = try await translated { try await LogFile(file.path).open(environment) }
    return Cairn(log: log, zoneName: zone, now: { Date(environment.now()) })
  }

  /// Closes the file after the running calls; the next call opens it again.
  public func close() async { await log.close() }

  /// Reverts the latest change that is in effect; returns its title.
  ///
  /// Throws `history.nothing_to_undo`, and `history.changed_since` if a later change depends on it.
  @discardableResult
  public func undo() async throws(Failure) -> String {
    try await Self.translated { try await log.undo().title }
  }
}

extension Cairn {
  /// Books and the sessions of reading them.
  public var reading: ReadingService { ReadingService(cairn: self) }
  /// Stories and the sessions of listening to them.
  public var listening: ListeningService { ListeningService(cairn: self) }
  /// Climbing sessions, climbs and attempts.
  public var climbing: ClimbingService { ClimbingService(cairn: self) }
  /// The sessions of all activities.
  public var sessions: SessionService { SessionService(cairn: self) }
  /// Streaks, days and totals.
  public var insights: InsightService { InsightService(cairn: self) }
}

extension Cairn {
  /// The person's time zone: UTC if the system does not know it.
  var zone: ZoneRules { SystemZones.rules(zoneName()) ?? .utc }

  /// Runs one act in a transaction and returns what the closure reads after it.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (LogWriter) throws -> Result
  ) async throws(Failure) -> Result {
    try await Self.translated { try await log.write("", body) }
  }

  /// Reads from one snapshot of the log.
  func read<Result: Sendable>(
    _ body: @Sendable (Log) async throws -> Result
  ) async throws(Failure) -> Result {
    try await Self.translated { try await log.snapshot(body) }
  }

  static func translated<Result>(
    _ body: () async throws -> Result
  ) async throws(Failure) -> Result {
    do { return try await body() } catch { throw Failure(error) }
  }
}
