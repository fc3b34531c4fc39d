/// A snapshot of a queued session for sending.
struct Delivery: Sendable, Hashable {
  let id: String
  /// The position in the queue.
  let number: Int64
  /// The number of reports merged so far; the queued session may have a higher one by now.
  let revision: Int64
  /// The request body.
  let body: [UInt8]
}

/// A session that the server permanently rejected, kept until the app retries or deletes it.
public struct DeadLetter: Sendable, Hashable {
  /// The session.
  public let session: NewSession
  /// The error of the server.
  public let reason: ClientError
}
