public import Cairn

/// A database with scheduled backups: a log, or the accounts.
public struct BackupSubject: Sendable {
  /// A unique name, never logged.
  let name: String
  /// Makes a verified backup unless nothing changed since the latest; returns whether it made one.
  let copy: @Sendable () async throws -> Bool

  /// Creates a subject with its backup function.
  public init(_ name: String, copy: @escaping @Sendable () async throws -> Bool) {
    (self.name, self.copy) = (name, copy)
  }
}

/// A scheduler that backs up changed databases once a day, one after the other.
public actor BackupScheduler {
  /// The name of the log in single-user mode.
  public static let ownName = "own"
  /// The interval between two backups of a subject.
  public static let interval = Milliseconds.hours(24)

  private let now: @Sendable () -> Instant
  private let latest: @Sendable (String) async -> Instant?
  private let subjects: @Sendable () async throws -> [BackupSubject]
  private var lastAttempts: [String: Instant] = [:]
  /// The number of backups since the process started.
  package private(set) var backupCount = 0
  /// The number of failed backups since the process started.
  package private(set) var failed = 0
  /// When the latest round finished.
  package private(set) var endedAt: Instant?

  /// Creates a scheduler.
  ///
  /// `latest` reads the time of the latest backup from its file, so that a restart keeps the schedule.
  public init(
    now: @escaping @Sendable () -> Instant,
    latest: @escaping @Sendable (String) async -> Instant?,
    subjects: @escaping @Sendable () async throws -> [BackupSubject]
  ) {
    (self.now, self.latest, self.subjects) = (now, latest, subjects)
  }

  /// Returns when the latest backup of a subject was made; nil without one.
  package func last(_ name: String) async -> Instant? { await latest(name) }

  /// Backs up all subjects that are due; retries failed ones in the next round.
  public func round(_ report: ErrorReport) async {
    do {
      for subject in try await subjects() {
        try Task.checkCancellation()
        if await isDue(subject.name) { try await copy(subject, report) }
      }
      endedAt = now()
    } catch {
      if !(error is CancellationError) { fail(error, report) }
    }
  }

  private func isDue(_ name: String) async -> Bool {
    let time = now()
    var last = lastAttempts[name]
    if last == nil { last = await latest(name) }
    guard let last else { return true }
    // A clock that was set back must not prevent backups.
    return time < last || time - last >= Self.interval
  }

  private func copy(_ subject: BackupSubject, _ report: ErrorReport) async throws {
    do {
      if try await subject.copy() { backupCount += 1 }
      lastAttempts[subject.name] = now()
    } catch let error as CancellationError {
      throw error
    } catch {
      fail(error, report)
    }
  }

  private func fail(_ error: any Error, _ report: ErrorReport) {
    failed += 1
    report(error)
  }
}
