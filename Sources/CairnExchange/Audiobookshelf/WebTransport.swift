/// A question to another server.
public struct WebRequest: Sendable, Equatable {
  /// The whole address.
  public let url: String
  /// The key that proves who asks; never shown, never kept.
  public let bearer: String
  /// The most bytes the answer may have.
  public let limit: Int
}

/// What another server answered.
public struct WebAnswer: Sendable, Equatable {
  /// The status, such as 200.
  public let status: Int
  /// The body.
  public let body: [UInt8]

  /// Makes an answer.
  public init(status: Int, body: [UInt8]) {
    (self.status, self.body) = (status, body)
  }
}

/// Asks another server, without following it elsewhere; throws `remote.unreachable`.
public typealias WebTransport = @Sendable (WebRequest) async throws -> WebAnswer
