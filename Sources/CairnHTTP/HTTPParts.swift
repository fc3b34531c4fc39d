/// A body that is made while it is sent, part by part.
public struct HTTPParts: Sendable {
  /// Hands over a part, and returns when the client has taken it.
  ///
  /// Throws `CancellationError` when nobody takes it any more.
  public typealias Send = @Sendable ([UInt8]) async throws -> Void

  /// Makes the parts one after the other; what it throws breaks the answer off, so that the client
  /// knows that it has not got all.
  ///
  /// Its task is cancelled when the client has gone, or the server stops.
  public typealias Make = @Sendable (@escaping Send) async throws -> Void

  /// Whether it ends only when somebody ends it; a server that stops does so at once.
  public let isEndless: Bool
  /// Makes them; called once, and not at all for HEAD.
  public let make: Make

  /// Describes a body.
  public init(isEndless: Bool = false, _ make: @escaping Make) {
    (self.isEndless, self.make) = (isEndless, make)
  }
}
