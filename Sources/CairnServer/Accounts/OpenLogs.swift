import Cairn
import CairnStore

/// A log that is open for as long as anyone has this.
final class LogLease: Sendable {
  let log: Log
  let folder: any LogFolder
  /// What its engine can do beyond that; nil for a log that is not of an account.
  let kept: (any AccountLog)?

  init(_ log: Log, _ folder: any LogFolder) {
    (self.log, self.folder, kept) = (log, folder, nil)
  }

  init(_ kept: any AccountLog) {
    (log, folder, self.kept) = (kept.log, kept.folder, kept)
  }

  /// Makes a copy of the log that is checked, unless the latest copy holds the same.
  func backUp(at now: Instant) async throws {
    if let kept { _ = try await kept.backUp() } else { try await folder.backUp(at: now) }
  }
}

/// The logs that are open: those in use, and beyond them the ones used last.
///
/// An open log costs memory and files, opening one costs milliseconds (spec/performance.md).
actor OpenLogs {
  private typealias ID = Identifier<Account>

  private struct Opened {
    var lease: LogLease
    var used: Int
  }

  private let kept: any AccountLogs
  private let limit: Int
  private var opened: [ID: Opened] = [:]
  private var opening: [ID: Task<LogLease, any Error>] = [:]
  private var closing: [ID: Task<Void, Never>] = [:]
  private var uses = 0

  init(_ kept: any AccountLogs, limit: Int) {
    (self.kept, self.limit) = (kept, limit)
  }

  /// How many logs are open.
  var count: Int { opened.count }

  /// The log of an account, opened if need be; it stays open while the lease is held.
  func lease(_ id: Identifier<Account>) async throws -> LogLease {
    uses += 1
    closeIdle()
    opened[id]?.used = uses
    if let lease = opened[id]?.lease { return lease }
    return try await (opening[id] ?? open(id)).value
  }

  private func open(_ id: ID) -> Task<LogLease, any Error> {
    let (kept, before) = (kept, closing[id])
    let task = Task {
      await before?.value
      defer { opening[id] = nil }
      let lease = LogLease(try await kept.open(id))
      opened[id] = Opened(lease: lease, used: uses)
      closeIdle()
      return lease
    }
    opening[id] = task
    return task
  }

  /// Closes logs beyond the limit, those used longest ago first; none that is in use.
  private func closeIdle() {
    guard opened.count > limit else { return }
    let ids = opened.mapValues(\.used).sorted { $0.value < $1.value }.map(\.key)
    for id in ids where opened.count > limit && isIdle(id) { close(id) }
  }

  private func isIdle(_ id: ID) -> Bool {
    guard var entry = opened.removeValue(forKey: id) else { return false }
    defer { opened[id] = entry }
    return isKnownUniquelyReferenced(&entry.lease)
  }

  private func close(_ id: ID) {
    guard let log = opened.removeValue(forKey: id)?.lease.log else { return }
    closing[id] = Task {
      await log.close()
      closing[id] = nil
    }
  }

  /// Closes every log and waits until they are closed; for the end of the process.
  func closeAll() async {
    for id in opened.keys { close(id) }
    for task in closing.values { await task.value }
  }

  /// Closes the log of an account that is about to be removed, and waits until it is closed.
  func forget(_ id: Identifier<Account>) async {
    _ = try? await opening[id]?.value
    close(id)
    await closing[id]?.value
  }
}
