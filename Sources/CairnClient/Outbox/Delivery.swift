/// A session on its way, as it was when it was taken from the outbox.
struct Delivery: Sendable, Hashable {
  let id: String
  /// Its place in the order.
  let number: Int64
  /// How many reports of it there were; it may have grown since.
  let revision: Int64
  /// The body of the request.
  let body: [UInt8]
}

/// A session that a server refused for good, kept until somebody decides about it.
public struct DeadLetter: Sendable, Hashable {
  /// The session.
  public let session: NewSession
  /// What the server said.
  public let reason: ClientError
}
