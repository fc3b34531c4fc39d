/// An HTTP request to the server.
public struct ClientRequest: Sendable, Hashable {
  /// `GET` or `POST`.
  public let method: String
  /// The path with its query, starting with a slash.
  public let target: String
  /// The header fields.
  public let headers: [String: String]
  /// The body; nil if there is none.
  public let body: [UInt8]?

  /// Creates a request.
  public init(method: String, target: String, headers: [String: String] = [:], body: [UInt8]? = nil)
  {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}

/// An HTTP response of the server.
public struct ClientResponse: Sendable, Hashable {
  /// The status code.
  public let status: Int
  /// The header fields, with lower-case names.
  public let headers: [String: String]
  /// The body.
  public let body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// A transport for HTTP requests.
public protocol Transport: Sendable {
  /// Sends a request and returns the response, whatever its status.
  ///
  /// Throws if there is no response; the server may still have processed the request.
  func send(_ request: ClientRequest) async throws -> ClientResponse
}
