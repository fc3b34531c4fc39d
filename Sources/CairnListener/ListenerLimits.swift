import CairnHTTP

/// The resources one client may use before its connection is closed (spec/sync.md F51).
public struct ListenerLimits: Sendable {
  /// The maximum number of connections.
  public var connections = 1_000
  /// The maximum number of connections per client address.
  public var connectionsPerAddress = 100
  /// The library's buffer per connection in bytes: the head, and the data being read and written.
  ///
  /// The library clears the buffer after each response.
  public var memory = 32_768
  /// The maximum size of all header fields together, in bytes.
  public var headBytes = 16_384
  /// The maximum number of header fields.
  public var headLines = 100
  /// The maximum length of the target in bytes.
  public var targetBytes = 8_192
  /// The maximum body in bytes that needs no admission; a longer one needs `BodyAdmission`.
  public var anonymousBodyBytes = 8_192
  /// The maximum body in bytes, without its transfer coding.
  public var bodyBytes = 1 << 20
  /// The paths that accept a file as the body; one that ends with a slash stands for all below it.
  public var filePaths: Set<String> = []
  /// The maximum size of a file in bytes.
  public var fileBytes = 64 << 20
  /// The maximum total of accepted bodies in bytes, until their responses are sent.
  public var bytesInFlight = 160 << 20
  /// The maximum total of long responses in memory, in bytes, until clients have received them; beyond it, the
  /// connection that has waited longest is closed.
  public var responseBytes = 64 << 20
  /// The timeout for the whole head, from the start of the connection.
  ///
  /// Absolute: a slow trickle of bytes does not extend it.
  public var headTime = Duration.seconds(10)
  /// The timeout for the head of the next request, from the end of a response; also absolute.
  public var keepAliveTime = Duration.seconds(30)
  /// The timeout for the body, from the end of the head; a longer body gets extra time at
  /// ``slowestUpload``.
  public var bodyTime = Duration.seconds(30)
  /// The slowest upload that an accepted body may have, in bytes per second.
  public var slowestUpload = 128 << 10
  /// The timeout for the client to receive the whole response.
  public var responseTime = Duration.seconds(60)
  /// The paths where every method is read-only; read-only requests are abandoned when the client
  /// disconnects.
  ///
  /// On other paths, only safe methods are read-only (RFC 9110, 9.2.1).
  public var readOnlyPaths: Set<String> = []
  /// The time from when the client closes its side until its read-only request is abandoned.
  ///
  /// Some clients half-close the connection and still wait for the response, which looks the same.
  public var disconnectTimeout = Duration.seconds(5)
  /// The timeout for draining after a stop, after which all connections are closed.
  public var drainTime = Duration.seconds(8)

  /// Creates the limits of a small self-hosted server.
  public init() {}

  func bodyTime(bytes: Int) -> Duration {
    bytes <= anonymousBodyBytes ? bodyTime : bodyTime + .seconds(bytes / slowestUpload)
  }

  func isFile(_ target: String) -> Bool {
    let path = path(of: target)
    return filePaths.contains(path)
      || filePaths.contains { $0.hasSuffix("/") && path.hasPrefix($0) }
  }

  func isReadOnly(_ request: HTTPRequest) -> Bool {
    request.method.isSafe || readOnlyPaths.contains(path(of: request.target))
  }

  private func path(of target: String) -> String {
    String(Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") }))
  }
}
