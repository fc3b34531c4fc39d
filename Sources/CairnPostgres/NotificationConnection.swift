import CPostgres
import CairnSQL
import Dispatch

/// A connection on which processes of one database tell each other things: `LISTEN` and `NOTIFY`
/// (https://www.postgresql.org/docs/15/sql-notify.html).
///
/// What is told can be lost with the connection, on either side; then everybody hears ``lost``, and looks
/// for themselves. Nothing that must not be lost goes this way. Telling waits for no commit, and no
/// commit waits for it.
final class NotificationConnection: @unchecked Sendable {  // everything that changes: on `queue` only
  /// Heard where messages may have been missed.
  static let lost = "lost"
  private static let channel = "cairn"
  /// PostgreSQL takes 7,999 bytes in one notification.
  private static let payload = 7_900
  private static let mostWaiting = 20_000

  private let address: String
  private let isAlone: Bool
  private let hear: @Sendable (Substring) -> Void
  private let queue = DispatchQueue(label: "cairn.postgresql.wire")
  private var connection: Connection?
  private var source: (any DispatchSourceRead)?
  private var waiting: [String] = []
  private var isSending = false
  private var pause = Backoff()
  private var isClosed = false

  /// Connects in the background, and again whenever the connection is lost; `hear` gets what others tell.
  ///
  /// Where one is `isAlone`, no other is connected meanwhile.
  init(
    _ address: String,
    isAlone: Bool = false,
    hear: @escaping @Sendable (Substring) -> Void
  ) {
    (self.address, self.isAlone, self.hear) = (address, isAlone, hear)
    queue.async {
      self.connect()
      self.beat()
    }
  }

  /// Returns once messages are heard; throws where the server cannot be reached, and `inUse`, and tries on.
  func meet() async throws {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.open() }) }
    }
  }

  /// The first value that a query finds, as text; nil while there is no connection.
  func value(of query: SQL) async throws -> String? {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(
          with: Result { try self.connection?.first(query) { try $0.text(0) } }
        )
      }
    }
  }

  /// Tells the other processes a line, soon.
  func tell(_ line: String) {
    queue.async {
      guard self.waiting.last != line, self.waiting.count < Self.mostWaiting else { return }
      self.waiting.append(line)
      self.sendSoon()
    }
  }

  /// Hears and tells nothing from now on.
  func close() {
    queue.sync {
      isClosed = true
      drop()
    }
  }

  private func connect() {
    do { try open() } catch { again() }
  }

  private func open() throws {
    guard !isClosed, connection == nil else { return }
    let new = try Connection(to: address)
    try new.execute("SET synchronous_commit = off; LISTEN \(Self.channel)")
    try claim(new)
    let source = DispatchSource.makeReadSource(
      fileDescriptor: cairn_PQsocket(new.handle),
      queue: queue
    )
    source.setEventHandler { [weak self] in self?.read() }
    // The socket may not be closed while it is watched.
    nonisolated(unsafe) let kept = new
    source.setCancelHandler { withExtendedLifetime(kept) {} }
    (connection, self.source, pause) = (new, source, Backoff())
    source.activate()
    hear(Substring(Self.lost))
    // The others could not hear what was told meanwhile.
    waiting.append(Self.lost)
    sendSoon()
  }

  /// Has the database beside others, or alone, until the connection ends.
  ///
  /// Waits for a moment: the server lets go of what had it a little later than that has ended.
  private func claim(_ new: Connection) throws {
    try new.execute("SET lock_timeout = '2s'")
    let lock = PostgresServer.serving
    let (alone, beside): (SQL, SQL) = (
      "SELECT pg_advisory_lock(\(lock))", "SELECT pg_advisory_lock_shared(\(lock))"
    )
    do { _ = try new.first(isAlone ? alone : beside) { _ in } } catch let error as StorageError
      where error.code == .busy
    {
      throw StorageError(
        .inUse,
        "The accounts of the database are served, or being moved, by another program."
      )
    }
    try new.execute("RESET lock_timeout")
  }

  private func again() {
    drop()
    queue.asyncAfter(deadline: .now() + .milliseconds(pause.next())) { [weak self] in
      self?.connect()
    }
  }

  private func drop() {
    source?.cancel()
    (source, connection) = (nil, nil)
  }

  private func read() {
    // Last words and the end of the connection can come as one event: the second look sees the end.
    guard let connection, cairn_PQconsumeInput(connection.handle) == 1,
      cairn_PQconsumeInput(connection.handle) == 1, !connection.isDead
    else { return again() }
    let own = cairn_PQbackendPID(connection.handle)
    while let notice = cairn_PQnotifies(connection.handle) {
      defer { cairn_PQfreemem(notice) }
      guard notice.pointee.be_pid != own else { continue }
      for line in String(cString: notice.pointee.extra).split(separator: "\n") { hear(line) }
    }
  }

  /// Asks from time to time whether the other end is still there: one that is gone sends nothing.
  private func beat() {
    queue.asyncAfter(deadline: .now() + .seconds(30)) { [weak self] in
      guard let self, !isClosed else { return }
      do { try connection?.execute("SELECT") } catch { again() }
      beat()
    }
  }

  /// Gathers for a moment what is told, for a notification is a transaction.
  private func sendSoon() {
    guard !isSending else { return }
    isSending = true
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in
      self?.isSending = false
      self?.send()
    }
  }

  private func send() {
    guard let connection, !waiting.isEmpty else { return }
    do {
      for text in Self.parcels(waiting) {
        _ = try connection.first("SELECT 1 FROM pg_notify(\(Self.channel), \(text))") { _ in }
      }
      waiting = []
      read()  // what came with the answers is announced by no socket
    } catch {
      waiting = []
      again()
    }
  }

  /// Lines in as few texts as the server takes.
  static func parcels(_ lines: [String]) -> [String] {
    lines.reduce(into: []) { parcels, line in
      if let last = parcels.last, last.utf8.count + line.utf8.count < payload {
        parcels[parcels.count - 1] += "\n" + line
      } else {
        parcels.append(line)
      }
    }
  }
}

/// How long to wait before the next try: up to twice as long each time, and never all at once.
struct Backoff {
  private var most = 250

  /// Milliseconds, at most 30,000.
  mutating func next() -> Int {
    defer { most = min(most * 2, 30_000) }
    return Int.random(in: most / 2...most)
  }
}
