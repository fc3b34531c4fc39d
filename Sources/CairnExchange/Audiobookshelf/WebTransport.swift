/// An HTTP request to another server.
public struct WebRequest: Sendable, Equatable {
  /// The full URL.
  public let url: String
  /// The bearer token; never shown or stored.
  ///
  /// An empty token is not sent.
  public let bearer: String
  /// The maximum size of the response body in bytes.
  public let limit: Int
  /// The JSON body; nil sends a request without one.
  public let body: [UInt8]?

  /// Creates a request.
  public init(url: String, bearer: String, limit: Int, body: [UInt8]? = nil) {
    (self.url, self.bearer, self.limit, self.body) = (url, bearer, limit, body)
  }
}

/// The HTTP response of another server.
public struct WebResponse: Sendable, Equatable {
  /// The status code, such as 200.
  public let status: Int
  /// The body.
  public let body: [UInt8]

  /// The value of `Retry-After` in seconds, if the server sent one.
  public let retryAfter: Int64?

  /// Creates a response.
  public init(status: Int, body: [UInt8], retryAfter: Int64? = nil) {
    (self.status, self.body, self.retryAfter) = (status, body, retryAfter)
  }
}

/// Sends a request without following redirects; throws `remote.unreachable`.
public typealias WebTransport = @Sendable (WebRequest) async throws -> WebResponse
