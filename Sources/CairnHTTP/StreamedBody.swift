/// A response body that is streamed in parts.
public struct StreamedBody: Sendable {
  /// Sends a part, and returns when the client has received it.
  ///
  /// Throws `CancellationError` when the response is aborted.
  public typealias Send = @Sendable ([UInt8]) async throws -> Void

  /// Produces the parts in order; an error aborts the response, so that the client knows it is incomplete.
  ///
  /// The task is cancelled when the client disconnects or the server stops.
  public typealias Make = @Sendable (@escaping Send) async throws -> Void

  /// Whether the stream has no natural end; a stopping server ends it at once.
  public let isEndless: Bool
  /// Produces the parts; called once, and never for HEAD.
  public let make: Make

  /// Creates a streamed body.
  public init(isEndless: Bool = false, _ make: @escaping Make) {
    (self.isEndless, self.make) = (isEndless, make)
  }
}
