import CairnHTTP

/// What one client may cost before its connection is closed (spec/sync.md F51).
public struct ListenerLimits: Sendable {
  /// Connections at the same time.
  public var connections = 1_000
  /// Connections of one address at the same time.
  public var connectionsPerAddress = 100
  /// Bytes the library may hold for one connection: its head, and what is being read and written.
  ///
  /// It clears them after each answer.
  public var memory = 32_768
  /// Bytes of all header lines together.
  public var headBytes = 16_384
  /// Header lines.
  public var headLines = 100
  /// Bytes of the target.
  public var targetBytes = 8_192
  /// Bytes of a body that anyone may send; a longer one needs `BodyAdmission`.
  public var strangerBodyBytes = 8_192
  /// Bytes of a body, without its transfer coding.
  public var bodyBytes = 1 << 20
  /// Paths at which a body may be a whole file.
  public var filePaths: Set<String> = []
  /// Bytes of such a body.
  public var fileBytes = 64 << 20
  /// Bytes of all bodies together that were admitted and are not answered.
  public var bytesInFlight = 160 << 20
  /// From a connection's start, or its last answer, until a whole head has come.
  ///
  /// Absolute: a byte now and then does not prolong it.
  public var headTime = Duration.seconds(10)
  /// From one answer until the head of the next request has come, absolute too.
  public var keepAliveTime = Duration.seconds(30)
  /// From the head until the whole body has come, plus the time that its length takes at
  /// ``slowestUpload``.
  public var bodyTime = Duration.seconds(30)
  /// Bytes per second of the slowest line on which an admitted body is waited for.
  public var slowestUpload = 128 << 10
  /// From the answer until the client has taken all of it.
  public var answerTime = Duration.seconds(60)
  /// Paths at which a request of any method only asks something, so that it is given up when its client has
  /// gone; elsewhere that holds for what is safe (RFC 9110, 9.2.1).
  public var readingPaths: Set<String> = []
  /// From the client closing its side until nobody works out the answer to what it read any more.
  ///
  /// Some say that nothing more comes from them and wait for the answer, which looks the same.
  public var leftTime = Duration.seconds(5)
  /// From the wish to stop until connections are closed whatever they do.
  public var drainTime = Duration.seconds(8)

  /// The limits that suit a household.
  public init() {}

  func bodyTime(bytes: Int) -> Duration {
    bytes <= strangerBodyBytes ? bodyTime : bodyTime + .seconds(bytes / slowestUpload)
  }

  func isFile(_ target: String) -> Bool { filePaths.contains(path(of: target)) }

  func isReading(_ request: HTTPRequest) -> Bool {
    request.method.isSafe || readingPaths.contains(path(of: request.target))
  }

  private func path(of target: String) -> String {
    String(Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") }))
  }
}
