import CPostgres
import CairnSQL

/// Statements on their way to the server, and its answers in the same order
/// (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html).
///
/// The answers are read when one is asked for, or there are many. After a statement that is refused the
/// server does none of those that were sent with it.
final class Pipeline {
  /// The tables that were changed since the restart, as far as answers tell.
  private(set) var touched: Set<String> = []
  /// Whether the server has done anything of what was sent since the restart.
  private(set) var hasAnswered = false
  private let handle: OpaquePointer
  /// The tables that each statement writes whose answer is still to come.
  private var waiting: [Set<String>] = []
  /// Whether the server knows that they were all.
  private var isFlushed = false
  /// So many answers are a few KB.
  private static let mostWaiting = 256

  /// Why a statement was not done, or why nobody knows.
  struct Refusal: Error {
    let error: StorageError
    /// Whether the server said so, and went on to nothing that came after it.
    let isSaid: Bool
    /// Whether it was the last of those sent together.
    let isOfLast: Bool
  }

  init(_ handle: OpaquePointer) {
    self.handle = handle
    cairn_PQenterPipelineMode(handle)
  }

  /// Whether nothing more can come of the connection.
  var isDead: Bool { cairn_PQstatus(handle) != Int32(cairn_pg_connected.rawValue) }

  /// Counts from here what is changed and answered.
  func restart() { (touched, hasAnswered) = ([], false) }

  /// Sends something of which one answer comes; `tables` are those it writes.
  func send(
    writing tables: Set<String> = [],
    _ words: (OpaquePointer) -> Int32
  ) throws(StorageError) {
    if isFlushed || waiting.count == Self.mostWaiting { cairn_PQclear(try result()) }
    guard words(handle) == 1 else { throw Self.lost }
    waiting.append(tables)
  }

  /// Lets everything go that was sent, without waiting for an answer.
  func flush() {
    guard !waiting.isEmpty, !isFlushed else { return }
    cairn_PQpipelineSync(handle)
    isFlushed = true
  }

  /// Reads the answer to the last of what was sent, which is the caller's to clear; nil when there is none.
  ///
  /// Throws the first refusal.
  func settle() throws(Refusal) -> OpaquePointer? {
    guard !waiting.isEmpty else { return nil }
    flush()
    let (last, refusal) = answers()
    (waiting, isFlushed) = ([], false)
    cairn_PQclear(cairn_PQgetResult(handle))  // where what went together ends
    guard let refusal else { return last }
    cairn_PQclear(last)
    throw isDead ? refusal.lost : refusal
  }

  /// The same, for those who need not know more than why.
  func result() throws(StorageError) -> OpaquePointer? {
    do { return try settle() } catch { throw error.error }
  }

  /// The answer to the last of what was sent, and why the first that was refused was.
  private func answers() -> (OpaquePointer?, Refusal?) {
    var refusal: Refusal?
    var last: OpaquePointer?
    for (place, tables) in waiting.enumerated() {
      cairn_PQclear(last)
      last = answer()
      if isDone(cairn_PQresultStatus(last)) {
        hasAnswered = true
        note(tables, last)
      } else if refusal == nil {
        refusal = self.refusal(last, isOfLast: place == waiting.count - 1)
      }
    }
    return (last, refusal)
  }

  /// Does something that a pipeline has no place for, once it is empty.
  func interrupted<Result>(
    _ body: (OpaquePointer) -> Result
  ) throws(StorageError) -> Result {
    cairn_PQclear(try result())
    cairn_PQexitPipelineMode(handle)
    defer { cairn_PQenterPipelineMode(handle) }
    return body(handle)
  }

  /// What comes of one statement, without the null that ends it.
  private func answer() -> OpaquePointer? {
    let result = cairn_PQgetResult(handle)
    while let more = cairn_PQgetResult(handle) { cairn_PQclear(more) }
    return result
  }

  private func note(_ tables: Set<String>, _ result: OpaquePointer?) {
    guard !tables.isEmpty, let rows = result.flatMap(cairn_PQcmdTuples) else { return }
    if rows.pointee != 0, rows.pointee != 0x30 { touched.formUnion(tables) }
  }

  private func refusal(_ result: OpaquePointer?, isOfLast: Bool) -> Refusal {
    let state = cairn_PQresultErrorField(result, Int32(cairn_pg_sqlstate.rawValue))
    return Refusal(error: StorageError(result), isSaid: state != nil, isOfLast: isOfLast)
  }

  /// What is told of a connection that has gone.
  static let lost = StorageError(.unreachable, "The connection was lost.")
}

extension Pipeline.Refusal {
  /// The same of a connection that has gone since.
  fileprivate var lost: Self {
    Self(error: Pipeline.lost, isSaid: isSaid, isOfLast: isOfLast)
  }
}
