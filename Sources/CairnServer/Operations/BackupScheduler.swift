public import Cairn
import CairnHTTP

/// Something that is copied when it has changed: a log, or the accounts.
public struct BackupSubject: Sendable {
  /// Tells it from the others; it is said nowhere.
  let name: String
  /// Makes a copy that is checked, unless nothing has changed since the latest; whether it made one.
  let copy: @Sendable () async throws -> Bool

  /// Names something, and how it is copied.
  public init(_ name: String, copy: @escaping @Sendable () async throws -> Bool) {
    (self.name, self.copy) = (name, copy)
  }
}

/// Copies what has changed, each once a day, one after the other.
public actor BackupScheduler {
  /// The name of the log that is served to its own machine.
  public static let ownName = "own"
  /// From one copy of a thing to the next.
  public static let pause = Milliseconds.hours(24)

  private let now: @Sendable () -> Instant
  private let latest: @Sendable (String) async -> Instant?
  private let subjects: @Sendable () async throws -> [BackupSubject]
  private var looked: [String: Instant] = [:]
  /// How many copies were made since the process began.
  private(set) var made = 0
  /// How many could not be made.
  private(set) var failed = 0
  /// When everything was looked at last.
  private(set) var endedAt: Instant?

  /// Knows what there is; `latest` tells from the copies themselves when the latest of a name was
  /// made, so that a server that starts again goes on where it was.
  public init(
    now: @escaping @Sendable () -> Instant,
    latest: @escaping @Sendable (String) async -> Instant?,
    subjects: @escaping @Sendable () async throws -> [BackupSubject]
  ) {
    (self.now, self.latest, self.subjects) = (now, latest, subjects)
  }

  /// When the latest copy of a name was made; nil without one.
  func last(_ name: String) async -> Instant? { await latest(name) }

  /// Looks at everything whose day is over; what could not be copied is tried in the next round.
  public func round(_ logger: Logger) async {
    do {
      for subject in try await subjects() {
        try Task.checkCancellation()
        if await isDue(subject.name) { try await copy(subject, logger) }
      }
      endedAt = now()
    } catch {
      if !(error is CancellationError) { fail(error, logger) }
    }
  }

  private func isDue(_ name: String) async -> Bool {
    let time = now()
    var last = looked[name]
    if last == nil { last = await latest(name) }
    guard let last else { return true }
    // A clock that was set back must not keep copies from being made.
    return time < last || time - last >= Self.pause
  }

  private func copy(_ subject: BackupSubject, _ logger: Logger) async throws {
    do {
      if try await subject.copy() { made += 1 }
      looked[subject.name] = now()
    } catch let error as CancellationError {
      throw error
    } catch {
      fail(error, logger)
    }
  }

  private func fail(_ error: any Error, _ logger: Logger) {
    failed += 1
    logger.say(.error, "backup failed", [("code", .text(Problem(error).code))])
  }
}
