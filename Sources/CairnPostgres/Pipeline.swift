import CPostgres
import CairnSQL

/// The statements sent to the server and their results, in the same order
/// (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html).
///
/// Results are read when one is needed, or when many are pending. After a failed statement the server skips
/// the rest of those sent with it.
final class Pipeline {
  /// The tables changed since the reset, as far as results have been read.
  private(set) var touched: Set<String> = []
  /// Whether the server has completed any statement since the reset.
  private(set) var hasCompleted = false
  /// The code of the first error since the reset.
  private(set) var firstErrorCode: StorageError.Code?
  private let handle: OpaquePointer
  /// The statements without a result yet.
  private var pending: [Sent] = []
  /// The results of prefetched queries, valid until the read ends.
  private var prefetched: [(sql: SQL, queryResult: OpaquePointer?)] = []
  /// Whether the result of a read's `COMMIT` is still pending, before those of `pending`.
  private(set) var isEnding = false
  /// The results of that many statements are a few KB.
  private static let maxPending = 256

  private struct Sent {
    /// The tables that the statement writes.
    let tables: Set<String>
    /// The query, if its result is kept for later use.
    let prefetched: SQL?
  }

  /// The error of a statement, or the loss of the connection, after which its outcome is unknown.
  struct StatementFailure: Error {
    let error: StorageError
    /// Whether the server reported the error, and so skipped every later statement.
    let isFromServer: Bool
    /// Whether it was the last statement of its batch.
    let isLast: Bool
  }

  init(_ handle: OpaquePointer) {
    self.handle = handle
    cairn_PQenterPipelineMode(handle)
  }

  deinit { dropPrefetched() }

  /// Whether the connection is lost.
  var isDead: Bool { isBroken || cairn_PQstatus(handle) != Int32(cairn_pg_connected.rawValue) }
  /// Whether libpq reported an error that did not come from the server, such as a connection lost while sending.
  private var isBroken = false

  /// Resets the change tracking and drops the prefetched results.
  func reset() {
    (touched, hasCompleted, firstErrorCode) = ([], false, nil)
    dropPrefetched()
  }

  /// Sends a statement that has one result; `tables` are those it writes.
  ///
  /// The result of a `prefetched` query is kept.
  func send(
    writing tables: Set<String> = [],
    prefetched: SQL? = nil,
    _ dispatch: (OpaquePointer) -> Int32
  ) throws(StorageError) {
    if pending.count == Self.maxPending { cairn_PQclear(try result()) }
    guard dispatch(handle) == 1 else { throw Self.connectionLost }
    pending.append(Sent(tables: tables, prefetched: prefetched))
  }

  /// Makes the server send the pending results before it continues with work that may take long.
  func flush() {
    if !pending.isEmpty { cairn_PQsendFlushRequest(handle) }
  }

  /// Returns whether a query was prefetched.
  func isPrefetched(_ sql: SQL) -> Bool {
    prefetched.contains { $0.sql == sql } || pending.contains { $0.prefetched == sql }
  }

  /// Returns the result of a prefetched query, which the pipeline keeps; nil if the query was not prefetched.
  func prefetched(_ sql: SQL) throws(StorageError) -> OpaquePointer? {
    if pending.contains(where: { $0.prefetched == sql }) { cairn_PQclear(try result()) }
    return prefetched.first { $0.sql == sql }?.queryResult
  }

  /// Frees the prefetched results.
  func dropPrefetched() {
    for one in prefetched { cairn_PQclear(one.queryResult) }
    prefetched = []
  }

  /// Sends the statement that ends a read; the next user of the connection reads its result.
  func end() {
    cairn_PQpipelineSync(handle)
    (pending, isEnding) = ([], true)
  }

  /// Returns the result of the last statement, which the caller must clear; nil if there is none.
  ///
  /// Throws the first error. Calls `late` if the last result takes longer than that many milliseconds.
  func drain(
    late: (after: Int32, act: () -> Void)? = nil
  ) throws(StatementFailure) -> OpaquePointer? {
    if !pending.isEmpty { cairn_PQpipelineSync(handle) }
    let (end, (last, failure)) = (ended(), pendingResults(late))
    guard let failure = end ?? failure else { return last }
    cairn_PQclear(last)
    firstErrorCode = firstErrorCode ?? failure.error.code
    throw isDead && failure.error.code != .unreachable ? failure.connectionLost : failure
  }

  /// Does the same as ``drain(late:)``, but throws only the storage error.
  func result() throws(StorageError) -> OpaquePointer? {
    do { return try drain() } catch { throw error.error }
  }

  /// Reads the result of a read's `COMMIT`; returns its error, if any.
  private func ended() -> StatementFailure? {
    guard isEnding else { return nil }
    isEnding = false
    let result = queryResult()
    defer {
      cairn_PQclear(result)
      cairn_PQclear(cairn_PQgetResult(handle))  // the end of the batch
    }
    return isSuccess(cairn_PQresultStatus(result)) ? nil : failure(result, isLast: true)
  }

  /// Reads all pending results; returns the last one and the first error.
  private func pendingResults(
    _ late: (after: Int32, act: () -> Void)?
  ) -> (OpaquePointer?, StatementFailure?) {
    guard !pending.isEmpty else { return (nil, nil) }
    defer {
      pending = []
      cairn_PQclear(cairn_PQgetResult(handle))  // the end of the batch
    }
    var failure: StatementFailure?
    var last: OpaquePointer?
    for (index, sent) in pending.enumerated() {
      cairn_PQclear(last)
      let isLast = index == pending.count - 1
      if isLast, let late, cairn_pg_wait(handle, late.after) == 0 { late.act() }
      last = queryResult()
      if isSuccess(cairn_PQresultStatus(last)) {
        hasCompleted = true
        recordWrites(sent.tables, last)
      } else if failure == nil {
        failure = self.failure(last, isLast: isLast)
      }
      guard let sql = sent.prefetched, failure == nil else { continue }
      prefetched.append((sql, last))
      last = nil
    }
    return (last, failure)
  }

  /// Leaves pipeline mode for a call that libpq does not allow there.
  func interrupted<Result>(
    _ body: (OpaquePointer) -> Result
  ) throws(StorageError) -> Result {
    cairn_PQclear(try result())
    cairn_PQexitPipelineMode(handle)
    defer { cairn_PQenterPipelineMode(handle) }
    return body(handle)
  }

  /// Reads the result of one statement and the null that ends it.
  private func queryResult() -> OpaquePointer? {
    let result = cairn_PQgetResult(handle)
    while let more = cairn_PQgetResult(handle) { cairn_PQclear(more) }
    return result
  }

  private func recordWrites(_ tables: Set<String>, _ result: OpaquePointer?) {
    guard !tables.isEmpty, let rows = result.flatMap(cairn_PQcmdTuples) else { return }
    if rows.pointee != 0, rows.pointee != 0x30 { touched.formUnion(tables) }
  }

  private func failure(_ result: OpaquePointer?, isLast: Bool) -> StatementFailure {
    let state = cairn_PQresultErrorField(result, Int32(cairn_pg_sqlstate.rawValue))
    // 0A000 may come from the state of this connection, such as a cached plan of changed tables.
    if state.map({ String(cString: $0) == "0A000" }) ?? true { isBroken = true }
    return StatementFailure(error: StorageError(result), isFromServer: state != nil, isLast: isLast)
  }

  /// The error of a lost connection.
  static let connectionLost = StorageError(.unreachable, "The connection was lost.")
}

extension Pipeline.StatementFailure {
  /// The same error after the connection was lost.
  fileprivate var connectionLost: Self {
    Self(error: Pipeline.connectionLost, isFromServer: isFromServer, isLast: isLast)
  }
}
