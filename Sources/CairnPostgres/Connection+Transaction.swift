import CPostgres
import CairnSQL

extension Connection {
  /// What a transaction may do.
  enum Kind { case read, write, alter }

  /// Runs the body as one transaction; any error rolls it back, and the first of all that there were is
  /// thrown.
  ///
  /// A write has begun before its body does. What begins a read goes with its first statement. Throws
  /// `unknownCommit` when the connection was lost while the server committed.
  func transaction<T>(
    _ kind: Kind,
    beginning: [SQL],
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T {
    do {
      try begin(kind, beginning, cancellation)
      let result = try body(self)
      try finish(kind)
      return result
    } catch {
      throw abandon(for: error)
    }
  }

  /// The same of a read that asks those queries and nothing else; nil where the body asks more.
  func answering<T>(
    _ queries: [SQL],
    beginning: [SQL],
    _ cancellation: Cancellation,
    _ body: (Connection) throws -> T
  ) throws -> T? {
    do {
      try answer(queries, beginning, cancellation)
    } catch {
      throw abandon(for: error)
    }
    let result = Result { try body(self) }
    return close() ? try result.get() : nil
  }

  /// Begins a read, asks all that it is going to ask, and ends it: one message to the server.
  ///
  /// Until ``close()`` nothing but what was asked can be read. Whatever is thrown, it is to be abandoned then.
  func answer(_ queries: [SQL], _ beginning: [SQL], _ cancellation: Cancellation) throws {
    try begin(.read, beginning, cancellation)
    try foresee(queries)
    try run("COMMIT")
    try settle()
    try cancellation.attach(at: nil)
    self.cancellation = nil
    (isAnswered, isAskedMore) = (true, false)
  }

  /// Lets go of all answers; whether nothing else was asked.
  func close() -> Bool {
    pipeline.forget()
    isAnswered = false
    return !isAskedMore
  }

  /// Begins a transaction; whatever is thrown, it is to be abandoned then.
  func begin(_ kind: Kind, _ beginning: [SQL], _ cancellation: Cancellation) throws {
    pipeline.restart()
    (isAnswered, asked) = (false, [])
    countStatements(of: kind)
    try cancellation.attach(at: handle)
    self.cancellation = cancellation
    for statement in beginning { try run(statement) }
    guard kind != .read else { return }
    if isPooled { try run(Self.transactionSettings) }
    try settle()
  }

  /// Commits what was begun; whatever is thrown, it is to be abandoned then.
  func finish(_ kind: Kind) throws {
    try cancellation?.attach(at: nil)  // a commit is not interrupted half-way
    try kind == .read ? end() : commit()
    pipeline.forget()
    cancellation = nil
  }

  /// Rolls back what was begun, for an error; gives the first that there was.
  func abandon(for error: any Error) -> any Error {
    try? cancellation?.attach(at: nil)
    cancellation = nil
    let first = refusal ?? error
    pipeline.forget()
    rollBack()
    return first
  }

  /// Why a statement was refused that was not waited for yet.
  private var refusal: (any Error)? {
    do { try settle() } catch { return error }
    return nil
  }

  private func rollBack() {
    guard status != cairn_pg_idle, !isDead else { return }
    try? send("ROLLBACK")
    try? settle()
  }

  /// What was only read is not waited for: whoever takes the connection next hears of its end.
  private func end() throws(StorageError) {
    try settle()
    try requireSound()
    try send("COMMIT")
    pipeline.end()
  }

  /// Sends what was not sent yet and the commit as one.
  private func commit() throws(StorageError) {
    try requireSound()
    isWarned = false
    if touched.isEmpty { try run(Self.barrier) }
    pipeline.flush()  // so that only the commit itself is hurried, not the work before it
    try send("COMMIT")
    do {
      try settleCommit()
    } catch {
      guard hasNotCommitted(error) else {
        throw StorageError(.unknownCommit, "The connection was lost while the server committed.")
      }
      throw error.error
    }
    // A wait for the standby that was cancelled commits all the same, and only warns of it (F19).
    guard !isWarned else {
      throw StorageError(.unknownCommit, "The server did not wait until its standby had it.")
    }
  }

  /// Has the commit of what changed nothing wait for the standby as others do, where there is one.
  ///
  /// It may say that something is there already, by a commit that nobody has waited for (F19).
  private static let barrier: SQL = """
    SELECT pg_logical_emit_message(true, 'cairn', '')
    WHERE current_setting('synchronous_standby_names') <> ''
    """

  /// How long a commit may wait for a standby that is away, in milliseconds.
  private static let patience: Int32 = 10_000

  /// Hears of the commit; a wait for the standby that takes too long is ended, and the server warns of it then.
  private func settleCommit() throws(Pipeline.Refusal) {
    let wait = Cancellation()
    try? wait.attach(at: handle)
    defer { try? wait.attach(at: nil) }
    cairn_PQclear(try pipeline.settle(late: (Self.patience, wait.cancel)))
  }

  /// Whether it is certain: the server said that it refused the commit, or something before it, and then
  /// it did not come to the commit.
  private func hasNotCommitted(_ refusal: Pipeline.Refusal) -> Bool {
    refusal.isSaid && !(refusal.isOfLast && (isDead || isWarned))
  }

  /// A transaction that failed inside is rolled back by `COMMIT`, which says so in its answer alone.
  private func requireSound() throws(StorageError) {
    guard status != cairn_pg_in_error else {
      throw StorageError(.rolledBack, "An earlier error has rolled the transaction back.")
    }
  }

  /// Sends a statement without values and rows, and does not wait.
  func send(_ word: String) throws(StorageError) {
    try pipeline.send { cairn_PQsendQueryParams($0, word, 0, nil, nil, nil, nil, 1) }
  }
}
