package import Cairn
package import CairnSQL

/// The idempotency key of a request.
///
/// The id of the resulting mutation is derived from it, and the mutation stores the response, so retries work after a
/// restart, too (spec/sync.md F4).
public struct RequestKey: Sendable {
  /// The id of the resulting mutation and history entry.
  package let mutation: RecordID
  /// The hash of the request, which detects another request with the same key.
  let request: String

  /// Whether the ids of new records are derived from it.
  let derivesRecordIDs: Bool

  /// Creates a key from the client's text and all bytes that define the request.
  ///
  /// With `isGloballyUnique`, the ids of new records are derived from the key (`RequestIDs`). That requires a key that
  /// nobody else can choose: a client's key may occur in another log that is later merged with this one.
  public init(_ name: String, request: [UInt8], isGloballyUnique: Bool = false) {
    mutation = RequestIDs.mutation(of: name)
    self.request = SHA256.hex(request)
    derivesRecordIDs = isGloballyUnique
  }
}

extension Log {
  /// Performs a write once, however often it is requested with one key.
  ///
  /// A repeated request changes nothing and returns the first response. Nothing is stored if nothing changed, so a
  /// rejected request can be retried. Throws `request.key_reused` if the key belongs to another request, and the errors
  /// of ``write(_:_:)``.
  public func write(
    _ title: String = "",
    once key: RequestKey?,
    _ body: @escaping @Sendable (LogWriter) throws -> String
  ) async throws -> String {
    try await write(title) { writer in
      guard let key else { return try body(writer) }
      if let response = try MutationTable.response(to: key, in: writer.connection) {
        return response
      }
      if key.derivesRecordIDs {
        writer.ids = RequestIDs(mutation: key.mutation, in: writer.log.node)
      }
      writer.requestedID = key.mutation
      let response = try body(writer)
      writer.reply = (key, response)
      return response
    }
  }
}

extension Log {
  /// Returns the stored response to the request that caused a history entry; nil if there is none.
  package func response(of entry: RecordID) async throws -> String? {
    try await read { connection in
      let query: SQL = "SELECT response FROM mutation WHERE id = \(entry)"
      return try connection.value(query)
    }
  }
}

extension MutationTable {
  static func register(
    _ response: String,
    to key: RequestKey,
    in connection: any SQLConnection
  ) throws {
    try connection.run(
      """
      UPDATE mutation SET request = \(key.request), response = \(response)
      WHERE id = \(key.mutation)
      """
    )
  }

  /// Returns whether a mutation was caused by a request with a key.
  package static func hasResponse(_ id: RecordID, in connection: any SQLConnection) throws -> Bool {
    let query: SQL = "SELECT 1 FROM mutation WHERE id = \(id) AND request IS NOT NULL"
    return try connection.first(query) { _ in true } ?? false
  }

  /// Returns the stored response to a request; nil if it is new.
  static func response(to key: RequestKey, in connection: any SQLConnection) throws -> String? {
    let query: SQL = "SELECT request, response FROM mutation WHERE id = \(key.mutation)"
    let stored = try connection.first(query) {
      try ($0["request"] as String?, $0["response"] as String?)
    }
    guard let stored else { return nil }
    guard stored.0 == key.request, let response = stored.1 else {
      throw CairnError.keyReused
    }
    return response
  }
}

extension CairnError {
  /// The error for a key that belongs to another request.
  package static var keyReused: CairnError {
    CairnError(
      "request.key_reused",
      "The idempotency key was already used for another request.",
      hint: "Use a new key for each request. Nothing was changed."
    )
  }
}
