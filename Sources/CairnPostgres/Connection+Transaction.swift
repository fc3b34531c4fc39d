import CPostgres
import CairnSQL

extension Connection {
  /// The kind of a transaction.
  enum Kind { case read, write, writeSchema }

  /// Runs the body as one transaction, rolls it back after any error, and throws the first error.
  ///
  /// A write sends its `BEGIN` before the body runs; a read sends it with its first statement. Throws
  /// `unknownCommit` if the connection is lost during the commit.
  func transaction<T>(
    _ kind: Kind,
    preamble: [SQL],
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T {
    do {
      try begin(kind, preamble, cancellation)
      let result = try body(self)
      try finish(kind)
      return result
    } catch {
      throw abandon(for: error)
    }
  }

  /// Runs a read of exactly these queries in one round trip; returns nil if the body makes others.
  func readPrefetched<T>(
    _ queries: [SQL],
    preamble: [SQL],
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T? {
    do {
      try prefetchTransaction(queries, preamble, cancellation)
    } catch {
      throw abandon(for: error)
    }
    let result = Result { try body(self) }
    return close() ? try result.get() : nil
  }

  /// Sends `BEGIN`, all queries and `COMMIT` in one message and waits for the results.
  ///
  /// Until ``close()`` only these results can be read. After an error the caller must call ``abandon(for:)``.
  func prefetchTransaction(_ queries: [SQL], _ preamble: [SQL], _ cancellation: Cancellation)
    throws
  {
    try begin(.read, preamble, cancellation)
    try prefetch(queries)
    try run("COMMIT")
    try drain()
    try cancellation.attach(to: nil)
    self.cancellation = nil
    (hasAllResults, hasOtherQueries) = (true, false)
  }

  /// Frees the prefetched results; returns whether the body made no other query.
  func close() -> Bool {
    pipeline.dropPrefetched()
    hasAllResults = false
    return !hasOtherQueries
  }

  /// Begins a transaction; after an error the caller must call ``abandon(for:)``.
  func begin(_ kind: Kind, _ preamble: [SQL], _ cancellation: Cancellation) throws {
    pipeline.reset()
    (hasAllResults, executedQueries) = (false, [])
    countStatements(of: kind)
    try cancellation.attach(to: handle)
    self.cancellation = cancellation
    for statement in preamble { try run(statement) }
    guard kind != .read else { return }
    if isPooled { try run(Self.transactionSettings) }
    try drain()
  }

  /// Commits the transaction; after an error the caller must call ``abandon(for:)``.
  func finish(_ kind: Kind) throws {
    try cancellation?.attach(to: nil)  // a commit must not be interrupted half-way
    try kind == .read ? end() : commit()
    pipeline.dropPrefetched()
    cancellation = nil
  }

  /// Rolls back the transaction after an error; returns the first error, which may be of an earlier statement.
  func abandon(for error: any Error) -> any Error {
    try? cancellation?.attach(to: nil)
    cancellation = nil
    let first = failure ?? error
    pipeline.dropPrefetched()
    rollBack()
    return first
  }

  /// The error of a pending statement.
  private var failure: (any Error)? {
    do { try drain() } catch { return error }
    return nil
  }

  private func rollBack() {
    guard status != cairn_pg_idle, !isDead else { return }
    try? send("ROLLBACK")
    try? drain()
  }

  /// Sends the `COMMIT` of a read without waiting for it; the next user of the connection reads the result.
  ///
  /// Behind a pooler it waits: the pooler releases the server connection when this result arrives, even if a part of
  /// the next transaction was already sent there (https://github.com/pgbouncer/pgbouncer/issues/759).
  private func end() throws(StorageError) {
    try drain()
    try requireNotFailed()
    try send("COMMIT")
    if isPooled { try drain() } else { pipeline.end() }
  }

  /// Sends the pending statements and the commit together.
  private func commit() throws(StorageError) {
    try requireNotFailed()
    hasWarning = false
    if touched.isEmpty { try run(Self.barrier) }
    pipeline.flush()  // so that only the commit has the timeout, not the work before it
    try send("COMMIT")
    do {
      try awaitCommit()
    } catch {
      guard hasNotCommitted(error) else {
        throw StorageError(.unknownCommit, "The connection was lost during the commit.")
      }
      throw error.error
    }
    // If its wait for the standby is cancelled, the server still commits and only sends a warning (F19).
    guard !hasWarning else {
      throw StorageError(.unknownCommit, "The server committed without waiting for its standby.")
    }
  }

  /// Makes a commit without changes wait for the standby too, if there is one.
  ///
  /// The response may depend on a commit that the standby has not confirmed yet (F19).
  private static let barrier: SQL = """
    SELECT pg_logical_emit_message(true, 'cairn', '')
    WHERE current_setting('synchronous_standby_names') <> ''
    """

  /// The longest wait for an unavailable standby, in milliseconds.
  private static let timeout: Int32 = 10_000

  /// Reads the result of the commit; cancels the wait for a slow standby, and then the server sends a warning.
  private func awaitCommit() throws(Pipeline.StatementFailure) {
    let wait = Cancellation()
    try? wait.attach(to: handle)
    defer { try? wait.attach(to: nil) }
    cairn_PQclear(try pipeline.drain(late: (Self.timeout, wait.cancel)))
  }

  /// Returns whether the transaction certainly did not commit: the server reported an error of the commit itself,
  /// or of an earlier statement, after which it skips the commit.
  private func hasNotCommitted(_ failure: Pipeline.StatementFailure) -> Bool {
    failure.isFromServer && !(failure.isLast && (isDead || hasWarning))
  }

  /// Throws `rolledBack` if the transaction has failed: `COMMIT` would roll it back and report success.
  private func requireNotFailed() throws(StorageError) {
    guard status != cairn_pg_in_error else {
      throw StorageError(.rolledBack, "An earlier error rolled the transaction back.")
    }
  }

  /// Sends a statement without parameters or rows; doesn't wait.
  func send(_ word: String) throws(StorageError) {
    try pipeline.send { cairn_PQsendQueryParams($0, word, 0, nil, nil, nil, nil, 1) }
  }
}
