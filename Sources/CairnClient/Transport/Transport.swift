/// What is asked of a server.
public struct ClientRequest: Sendable, Hashable {
  /// `GET` or `POST`.
  public let method: String
  /// The path with its query, from the first slash.
  public let target: String
  /// Names and values of the head.
  public let head: [String: String]
  /// What is sent along; nil for nothing.
  public let body: [UInt8]?

  /// Makes a request.
  public init(method: String, target: String, head: [String: String] = [:], body: [UInt8]? = nil) {
    self.method = method
    self.target = target
    self.head = head
    self.body = body
  }
}

/// What a server answered.
public struct ClientResponse: Sendable, Hashable {
  /// The status.
  public let status: Int
  /// Names, in lower case, and values of the head.
  public let head: [String: String]
  /// What came along.
  public let body: [UInt8]

  /// Makes an answer.
  public init(status: Int, head: [String: String] = [:], body: [UInt8]) {
    self.status = status
    self.head = head
    self.body = body
  }
}

/// The way to a server.
public protocol Transport: Sendable {
  /// Sends a request and gives the answer, whatever its status.
  ///
  /// Throws when there was none; the request may have arrived all the same.
  func send(_ request: ClientRequest) async throws -> ClientResponse
}
