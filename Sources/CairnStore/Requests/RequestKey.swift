package import Cairn
import CairnSQL

/// The name a client gives to a request, so that sending it again does nothing twice.
///
/// The mutation it leads to gets its id from the name, and keeps what was answered: so it holds
/// after a restart as well (spec/sync.md F4).
public struct RequestKey: Sendable {
  /// The id of the mutation that the request leads to, and of its line of history.
  package let mutation: RecordID
  /// Tells this request from another under the same name.
  let request: String

  /// Whether new records get their ids from it.
  let namesRecords: Bool

  /// Names a request by a text of the client's and by all bytes that say what is asked.
  ///
  /// With `isOneOfAKind`, new records derive their ids from the name (`RequestIDs`). That is safe
  /// only for a name that no one else can choose: a name chosen by a client may occur in another
  /// log as well, and the two logs may be merged.
  public init(_ name: String, request: [UInt8], isOneOfAKind: Bool = false) {
    mutation = RequestIDs.mutation(of: name)
    self.request = SHA256.hex(request)
    namesRecords = isOneOfAKind
  }
}

extension Log {
  /// Does one thing for the person once, however often it is asked for under one key.
  ///
  /// Asked again, nothing is done and the first answer is given. Where nothing was changed nothing
  /// is kept, so a refusal can be tried anew. Throws `request.key_reused` when the key stands for
  /// another request, and like ``write(_:_:)``.
  public func write(
    _ title: String,
    once key: RequestKey?,
    _ body: @escaping @Sendable (LogWriter) throws -> String
  ) async throws -> String {
    try await write(title) { writer in
      guard let key else { return try body(writer) }
      if let answer = try MutationTable.answer(to: key, in: writer.connection) { return answer }
      if key.namesRecords { writer.ids = RequestIDs(mutation: key.mutation, in: writer.log.node) }
      let answer = try body(writer)
      writer.reply = (key, answer)
      return answer
    }
  }

  /// What a request was answered before; nil when it is new, or has no key.
  ///
  /// Throws `request.key_reused`.
  package func answer(to key: RequestKey?) async throws -> String? {
    guard let key else { return nil }
    return try await read { try MutationTable.answer(to: key, in: $0) }
  }
}

extension Log {
  /// What the request was answered that led to a line of history; nil where there was none.
  package func answer(of line: RecordID) async throws -> String? {
    try await read { connection in
      let query: SQL = "SELECT answer FROM mutation WHERE id = \(line)"
      return try connection.first(query) { try $0.textOrNil(0) } ?? nil
    }
  }
}

extension MutationTable {
  static func note(
    _ answer: String,
    to key: RequestKey,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      UPDATE mutation SET request = \(key.request), answer = \(answer)
      WHERE id = \(key.mutation)
      """
    )
  }

  /// Whether a mutation is what a request led to.
  static func isAnswer(_ id: RecordID, in connection: any SQLConnection) throws -> Bool {
    let query: SQL = "SELECT 1 FROM mutation WHERE id = \(id) AND request IS NOT NULL"
    return try connection.first(query) { _ in true } ?? false
  }

  /// What a request was answered before; nil when it is new.
  static func answer(to key: RequestKey, in connection: any SQLConnection) throws -> String? {
    let query: SQL = "SELECT request, answer FROM mutation WHERE id = \(key.mutation)"
    let known = try connection.first(query) { (try $0.textOrNil(0), try $0.textOrNil(1)) }
    guard let known else { return nil }
    guard known.0 == key.request, let answer = known.1 else {
      throw CairnError.keyReused
    }
    return answer
  }
}

extension CairnError {
  /// Of a key that stands for another request.
  static var keyReused: CairnError {
    CairnError(
      "request.key_reused",
      "The idempotency key was used for another request before.",
      hint: "Nothing was changed. Make a new key for each new request."
    )
  }
}
