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
  /// What kind of refusal was the first since the restart.
  private(set) var refused: StorageError.Code?
  private let handle: OpaquePointer
  /// The statements whose answers are still to come.
  private var waiting: [Sent] = []
  /// Answers to what was foreseen, which are the same as long as the read lasts.
  private var foreseen: [(sql: SQL, answer: OpaquePointer?)] = []
  /// Whether the answer to what ended a read is still to come, before theirs.
  private(set) var isEnding = false
  /// So many answers are a few KB.
  private static let mostWaiting = 256

  private struct Sent {
    /// The tables that it writes.
    let tables: Set<String>
    /// What it is, where its answer is kept for who asks for it later.
    let foreseen: SQL?
  }

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

  deinit { forget() }

  /// Whether nothing more can come of the connection.
  var isDead: Bool { isBroken || cairn_PQstatus(handle) != Int32(cairn_pg_connected.rawValue) }
  /// Whether an answer did not come from the server, as when it went away while something was sent to it.
  private var isBroken = false

  /// Counts from here what is changed and answered.
  func restart() {
    (touched, hasAnswered, refused) = ([], false, nil)
    forget()
  }

  /// Sends something of which one answer comes; `tables` are those it writes.
  ///
  /// The answer to what is foreseen is kept.
  func send(
    writing tables: Set<String> = [],
    foreseen: SQL? = nil,
    _ words: (OpaquePointer) -> Int32
  ) throws(StorageError) {
    if waiting.count == Self.mostWaiting { cairn_PQclear(try result()) }
    guard words(handle) == 1 else { throw Self.lost }
    waiting.append(Sent(tables: tables, foreseen: foreseen))
  }

  /// Has the server give the answers to what was sent before it goes on, which may take it long.
  func flush() {
    if !waiting.isEmpty { cairn_PQsendFlushRequest(handle) }
  }

  /// Whether a statement was sent whose answer is kept.
  func isForeseen(_ sql: SQL) -> Bool {
    foreseen.contains { $0.sql == sql } || waiting.contains { $0.foreseen == sql }
  }

  /// The answer to what was foreseen, which stays here; nil for what was not.
  func foreseen(_ sql: SQL) throws(StorageError) -> OpaquePointer? {
    if waiting.contains(where: { $0.foreseen == sql }) { cairn_PQclear(try result()) }
    return foreseen.first { $0.sql == sql }?.answer
  }

  /// Lets go of what was foreseen.
  func forget() {
    for one in foreseen { cairn_PQclear(one.answer) }
    foreseen = []
  }

  /// Lets the one statement go that ends a read, and leaves its answer to who comes next.
  func end() {
    cairn_PQpipelineSync(handle)
    (waiting, isEnding) = ([], true)
  }

  /// Reads the answer to the last of what was sent, which is the caller's to clear; nil when there is none.
  ///
  /// Throws the first refusal. Where the last answer takes more than so many milliseconds, `late` does something.
  func settle(
    late: (after: Int32, act: () -> Void)? = nil
  ) throws(Refusal) -> OpaquePointer? {
    if !waiting.isEmpty { cairn_PQpipelineSync(handle) }
    let (end, (last, refusal)) = (ended(), answers(late))
    guard let refusal = end ?? refusal else { return last }
    cairn_PQclear(last)
    refused = refused ?? refusal.error.code
    throw isDead && refusal.error.code != .unreachable ? refusal.lost : refusal
  }

  /// The same, for those who need not know more than why.
  func result() throws(StorageError) -> OpaquePointer? {
    do { return try settle() } catch { throw error.error }
  }

  /// Why the end of a read was refused, if it was.
  private func ended() -> Refusal? {
    guard isEnding else { return nil }
    isEnding = false
    let result = answer()
    defer {
      cairn_PQclear(result)
      cairn_PQclear(cairn_PQgetResult(handle))  // where what went together ends
    }
    return isDone(cairn_PQresultStatus(result)) ? nil : refusal(result, isOfLast: true)
  }

  /// The answer to the last of what was sent, and why the first that was refused was.
  private func answers(
    _ late: (after: Int32, act: () -> Void)?
  ) -> (OpaquePointer?, Refusal?) {
    guard !waiting.isEmpty else { return (nil, nil) }
    defer {
      waiting = []
      cairn_PQclear(cairn_PQgetResult(handle))  // where what went together ends
    }
    var refusal: Refusal?
    var last: OpaquePointer?
    for (place, sent) in waiting.enumerated() {
      cairn_PQclear(last)
      let isLast = place == waiting.count - 1
      if isLast, let late, cairn_pg_wait(handle, late.after) == 0 { late.act() }
      last = answer()
      if isDone(cairn_PQresultStatus(last)) {
        hasAnswered = true
        note(sent.tables, last)
      } else if refusal == nil {
        refusal = self.refusal(last, isOfLast: isLast)
      }
      guard let sql = sent.foreseen, refusal == nil else { continue }
      foreseen.append((sql, last))
      last = nil
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
    // What is not supported may be so by what this connection keeps, such as a plan of other tables.
    if state.map({ String(cString: $0) == "0A000" }) ?? true { isBroken = true }
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
