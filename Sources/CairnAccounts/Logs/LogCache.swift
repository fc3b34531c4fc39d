package import Cairn
package import CairnStore
package import CairnTransfer

/// A reference to an open log; the log stays open while a lease exists.
package final class LogLease: Sendable {
  package let log: Log
  package let folder: any LogFolder
  /// The engine's own operations; nil in single-user mode.
  package let backing: (any OpenLog)?

  package init(_ log: Log, _ folder: any LogFolder) {
    (self.log, self.folder, backing) = (log, folder, nil)
  }

  init(_ backing: any OpenLog) {
    (log, folder, self.backing) = (backing.log, backing.folder, backing)
  }

  /// Makes a verified backup, unless the latest backup has the same content.
  package func backUp(at now: Instant) async throws {
    if let backing { _ = try await backing.backUp() } else { try await folder.backUp(at: now) }
  }
}

/// A cache of open logs that evicts the least recently used idle ones.
///
/// An open log costs memory and file descriptors; opening one takes milliseconds (spec/performance.md).
package final class LogCache: Sendable {
  private typealias ID = Identifier<Account>

  private struct Opened {
    var lease: LogLease
    var used: Int
  }

  private struct State {
    var opened: [ID: Opened] = [:]
    var opening: [ID: Task<LogLease, any Error>] = [:]
    var closing: [ID: Task<Void, Never>] = [:]
    var uses = 0

    mutating func isIdle(_ id: ID) -> Bool {
      guard var entry = opened.removeValue(forKey: id) else { return false }
      defer { opened[id] = entry }
      return isKnownUniquelyReferenced(&entry.lease)
    }
  }

  private let backing: any LogProvider
  private let limit: Int
  private let state = LockedValue(State())

  init(_ backing: any LogProvider, limit: Int) {
    (self.backing, self.limit) = (backing, limit)
  }

  /// The number of open logs.
  package var count: Int { state.withLock { $0.opened.count } }

  /// Returns an account's log, opened if necessary; it stays open while the lease exists.
  package func lease(_ id: Identifier<Account>) async throws -> LogLease {
    if let lease = inUse(id) { return lease }
    return try await opening(id).value
  }

  private func inUse(_ id: ID) -> LogLease? {
    state.withLock { state in
      state.uses += 1
      closeIdle(&state)
      state.opened[id]?.used = state.uses
      return state.opened[id]?.lease
    }
  }

  private func opening(_ id: ID) -> Task<LogLease, any Error> {
    state.withLock { state in
      if let lease = state.opened[id]?.lease { return Task { lease } }
      if let task = state.opening[id] { return task }
      let before = state.closing[id]
      let task = Task {
        defer { self.state.withLock { $0.opening[id] = nil } }
        await before?.value
        return insert(LogLease(try await backing.open(id)), id)
      }
      state.opening[id] = task
      return task
    }
  }

  private func insert(_ lease: LogLease, _ id: ID) -> LogLease {
    state.withLock { state in
      state.opened[id] = Opened(lease: lease, used: state.uses)
      closeIdle(&state)
      return lease
    }
  }

  /// Closes the least recently used idle logs once the cache exceeds its limit.
  ///
  /// Closes up to 1/16 more than necessary, because each call sorts all entries.
  private func closeIdle(_ state: inout State) {
    guard state.opened.count > limit else { return }
    let target = limit - limit / 16
    let ids = state.opened.mapValues(\.used).sorted { $0.value < $1.value }.map(\.key)
    for id in ids where state.opened.count > target && state.isIdle(id) { close(id, &state) }
  }

  private func close(_ id: ID, _ state: inout State) {
    guard let log = state.opened.removeValue(forKey: id)?.lease.log else { return }
    state.closing[id] = Task {
      await log.close()
      self.state.withLock { $0.closing[id] = nil }
    }
  }

  /// Closes all logs and waits for that; call it on shutdown.
  package func closeAll() async {
    let tasks = state.withLock { state in
      for id in state.opened.keys { close(id, &state) }
      return Array(state.closing.values)
    }
    for task in tasks { await task.value }
  }

  /// Closes the log of an account before its removal, and waits for that.
  package func close(_ id: Identifier<Account>) async {
    _ = try? await state.withLock { $0.opening[id] }?.value
    let task = state.withLock { state in
      close(id, &state)
      return state.closing[id]
    }
    await task?.value
  }
}
