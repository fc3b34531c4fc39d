import CPostgres
import CairnSQL
import Dispatch

/// A connection on which the processes of one database notify each other with `LISTEN` and `NOTIFY`
/// (https://www.postgresql.org/docs/15/sql-notify.html).
///
/// Messages can be lost with the connection, on either side. Every process then receives ``messagesLost`` and reloads
/// its state, so nothing that must arrive may depend on it. Notifications and commits never wait for each other.
final class NotificationConnection: @unchecked Sendable {  // mutable state: on `queue` only
  /// The message for "messages may have been missed".
  static let messagesLost = "lost"
  private static let channel = "cairn"
  /// PostgreSQL accepts 7,999 bytes per notification.
  private static let payload = 7_900
  private static let maxPending = 20_000

  private let address: String
  private let isExclusive: Bool
  private let receive: @Sendable (Substring) -> Void
  private let queue = DispatchQueue(label: "cairn.postgresql.notifications")
  private var connection: Connection?
  private var source: (any DispatchSourceRead)?
  private var pending: [String] = []
  private var isSending = false
  private var backoff = Backoff()
  private var isClosed = false

  /// Connects in the background, and reconnects after a loss; `receive` receives the messages of other processes.
  ///
  /// With `isExclusive`, no other process can be connected at the same time.
  init(
    _ address: String,
    isExclusive: Bool = false,
    receive: @escaping @Sendable (Substring) -> Void
  ) {
    (self.address, self.isExclusive, self.receive) = (address, isExclusive, receive)
    queue.async {
      self.connect()
      self.scheduleHeartbeat()
    }
  }

  /// Returns once messages arrive; throws `unreachable` or `inUse`, and keeps trying in the background.
  func waitUntilLive() async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.open() }) }
    }
  }

  /// Returns the first value of a query as text; nil without a connection.
  func value(of query: SQL) async throws -> String? {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result { try self.connection?.first(query) { try $0.text(0) } }
        )
      }
    }
  }

  /// Sends a line to the other processes within moments.
  func notify(_ line: String) {
    queue.async {
      guard self.pending.last != line, self.pending.count < Self.maxPending else { return }
      self.pending.append(line)
      self.scheduleSend()
    }
  }

  /// Disconnects for good.
  func close() {
    queue.sync {
      isClosed = true
      disconnect()
    }
  }

  private func connect() {
    do { try open() } catch { reconnect() }
  }

  private func open() throws {
    guard !isClosed, connection == nil else { return }
    let new = try Connection(to: address)
    try new.execute("SET synchronous_commit = off; LISTEN \(Self.channel)")
    try acquireServerLock(new)
    let source = DispatchSource.makeReadSource(
      fileDescriptor: cairn_PQsocket(new.handle),
      queue: queue
    )
    source.setEventHandler { [weak self] in self?.read() }
    // The socket must stay open while the source watches it.
    nonisolated(unsafe) let retained = new
    source.setCancelHandler { withExtendedLifetime(retained) {} }
    (connection, self.source, backoff) = (new, source, Backoff())
    source.activate()
    receive(Substring(Self.messagesLost))
    // The other processes have missed what this one sent while it was disconnected.
    pending.append(Self.messagesLost)
    scheduleSend()
  }

  /// Takes the advisory lock, shared or exclusive, until the connection ends.
  ///
  /// Waits up to two seconds: the server releases a lock slightly after its holder has disconnected.
  private func acquireServerLock(_ new: Connection) throws {
    try new.execute("SET lock_timeout = '2s'")
    let lock = PostgresServer.serving
    let (exclusive, shared): (SQL, SQL) = (
      "SELECT pg_advisory_lock(\(lock))", "SELECT pg_advisory_lock_shared(\(lock))"
    )
    do { _ = try new.first(isExclusive ? exclusive : shared) { _ in } } catch let error
      as StorageError
      where error.code == .busy
    {
      throw StorageError(
        .inUse,
        "The accounts of the database are in use by another server or migration."
      )
    }
    try new.execute("RESET lock_timeout")
  }

  private func reconnect() {
    disconnect()
    queue.asyncAfter(deadline: .now() + .milliseconds(backoff.next())) { [weak self] in
      self?.connect()
    }
  }

  private func disconnect() {
    source?.cancel()
    (source, connection) = (nil, nil)
  }

  private func read() {
    // The last messages and the end of the connection can be one event: the second read detects the end.
    guard let connection, cairn_PQconsumeInput(connection.handle) == 1,
      cairn_PQconsumeInput(connection.handle) == 1, !connection.isDead
    else { return reconnect() }
    let ownPID = cairn_PQbackendPID(connection.handle)
    while let notice = cairn_PQnotifies(connection.handle) {
      defer { cairn_PQfreemem(notice) }
      guard notice.pointee.be_pid != ownPID else { continue }
      for line in String(cString: notice.pointee.extra).split(separator: "\n") { receive(line) }
    }
  }

  /// Checks the connection every 30 seconds: a lost peer sends no event.
  private func scheduleHeartbeat() {
    queue.asyncAfter(deadline: .now() + .seconds(30)) { [weak self] in
      guard let self, !isClosed else { return }
      do { try connection?.execute("SELECT") } catch { reconnect() }
      scheduleHeartbeat()
    }
  }

  /// Collects messages for 20 ms, because each notification is a transaction.
  private func scheduleSend() {
    guard !isSending else { return }
    isSending = true
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in
      self?.isSending = false
      self?.send()
    }
  }

  private func send() {
    guard let connection, !pending.isEmpty else { return }
    do {
      for text in Self.payloads(pending) {
        _ = try connection.first("SELECT 1 FROM pg_notify(\(Self.channel), \(text))") { _ in }
      }
      pending = []
      read()  // notifications that arrived with the results cause no socket event
    } catch {
      pending = []
      reconnect()
    }
  }

  /// Joins lines to as few payloads as the server's limit allows.
  static func payloads(_ lines: [String]) -> [String] {
    lines.reduce(into: []) { payloads, line in
      if let last = payloads.last, last.utf8.count + line.utf8.count < payload {
        payloads[payloads.count - 1] += "\n" + line
      } else {
        payloads.append(line)
      }
    }
  }
}

/// Exponential backoff with jitter, up to 30 seconds.
struct Backoff {
  private var maxDelay = 250

  /// Returns the next delay in milliseconds, at most 30,000.
  mutating func next() -> Int {
    defer { maxDelay = min(maxDelay * 2, 30_000) }
    return Int.random(in: maxDelay / 2...maxDelay)
  }
}
