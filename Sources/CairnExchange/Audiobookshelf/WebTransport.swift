/// A question to another server.
public struct WebRequest: Sendable, Equatable {
  /// The whole address.
  public let url: String
  /// The key that proves who asks; never shown, never kept.
  ///
  /// None is sent when it is empty.
  public let bearer: String
  /// The most bytes the answer may have.
  public let limit: Int
  /// What is sent, as JSON; nil for what is only asked for.
  public let body: [UInt8]?

  /// Asks for something, or sends something.
  public init(url: String, bearer: String, limit: Int, body: [UInt8]? = nil) {
    (self.url, self.bearer, self.limit, self.body) = (url, bearer, limit, body)
  }
}

/// What another server answered.
public struct WebResponse: Sendable, Equatable {
  /// The status, such as 200.
  public let status: Int
  /// The body.
  public let body: [UInt8]

  /// In how many seconds to ask again, where the other server says so.
  public let retryAfter: Int64?

  /// Makes an answer.
  public init(status: Int, body: [UInt8], retryAfter: Int64? = nil) {
    (self.status, self.body, self.retryAfter) = (status, body, retryAfter)
  }
}

/// Asks another server, without following it elsewhere; throws `remote.unreachable`.
public typealias WebTransport = @Sendable (WebRequest) async throws -> WebResponse
