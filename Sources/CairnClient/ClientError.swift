/// Why a server, the way to it or the outbox did not do what was asked.
public struct ClientError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of failure it is; new ones may join, so a switch needs a default.
  public struct Code: Sendable, Hashable {
    /// The stable name, documented in `docs/errors.md`.
    public let name: String

    /// Makes a code from its stable name.
    public init(_ name: String) { self.name = name }
  }

  /// What kind of failure it is.
  public let code: Code
  /// What the server said, or one sentence of ours; never a token or a password.
  public let message: String
  /// Seconds a server asked to be left alone for; nil when it did not.
  public let retryAfter: Int?

  /// The status of the answer; nil when there was none.
  public let status: Int?

  /// Makes a failure.
  public init(_ code: Code, _ message: String, retryAfter: Int? = nil, status: Int? = nil) {
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
    self.status = status
  }

  /// The code and the sentence.
  public var description: String { "\(code.name): \(message)" }

  /// Whether the same request may do better later; all others never will.
  public var isTemporary: Bool {
    [.network, .server, .rateLimited, .undecodable].contains(code)
  }
}

extension ClientError.Code {
  /// 401: the sign-in has ended, or there was none.
  public static let unauthorized = Self("client.unauthorized")
  /// 403: it is someone else's.
  public static let forbidden = Self("client.forbidden")
  /// 404: there is no such thing.
  public static let notFound = Self("client.not_found")
  /// 400 and every other refusal of what was sent.
  public static let validation = Self("client.validation")
  /// 409: the id stands for another session.
  public static let conflict = Self("client.conflict")
  /// 429: too often.
  public static let rateLimited = Self("client.rate_limited")
  /// 5xx: the server's own fault.
  public static let server = Self("client.server")
  /// There was no answer; what was sent may have arrived.
  public static let network = Self("client.network")
  /// The answer is none that a server of this kind gives: perhaps someone else's on the way.
  public static let undecodable = Self("client.undecodable")
  /// Signing out would leave sessions behind that no server has.
  public static let unsent = Self("client.unsent")
  /// The outbox could not be read or written.
  public static let storage = Self("client.storage")
}
