/// An error of the server, the connection or the outbox.
public struct ClientError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The code of an error; later versions may add codes, so a switch needs a default.
  public struct Code: Sendable, Hashable {
    /// The stable name, documented in `docs/errors.md`.
    public let name: String

    /// Creates a code from its stable name.
    public init(_ name: String) { self.name = name }
  }

  /// The code.
  public let code: Code
  /// The server's message, or one of the client; never contains a token or a password.
  public let message: String
  /// The text of a library, for logs; empty if there is none.
  public let cause: String
  /// The seconds until the next allowed request (`Retry-After`); nil if not given.
  public let retryAfter: Int?

  /// The HTTP status; nil without a response.
  public let status: Int?

  /// Creates an error.
  public init(
    _ code: Code,
    _ message: String,
    cause: String = "",
    retryAfter: Int? = nil,
    status: Int? = nil
  ) {
    self.code = code
    self.message = message
    self.cause = cause
    self.retryAfter = retryAfter
    self.status = status
  }

  /// The code and the message.
  public var description: String { "\(code.name): \(message)" }

  /// Whether a retry of the same request may succeed.
  public var isTemporary: Bool {
    [.network, .server, .rateLimited, .undecodable].contains(code)
  }
}

extension ClientError.Code {
  /// 401: the token is missing or no longer valid.
  public static let unauthorized = Self("client.unauthorized")
  /// 403: the resource belongs to another user.
  public static let forbidden = Self("client.forbidden")
  /// 404: the resource does not exist.
  public static let notFound = Self("client.not_found")
  /// 400 and every other rejection of the request.
  public static let validation = Self("client.validation")
  /// 409: the ID belongs to a different session.
  public static let conflict = Self("client.conflict")
  /// 429: too many requests.
  public static let rateLimited = Self("client.rate_limited")
  /// 5xx: the server failed.
  public static let server = Self("client.server")
  /// No response; the server may have processed the request.
  public static let network = Self("client.network")
  /// The response has another format, perhaps from a proxy or a captive portal.
  public static let undecodable = Self("client.undecodable")
  /// Sign-out would leave unsent sessions behind.
  public static let unsent = Self("client.unsent")
  /// The outbox could not be read or written.
  public static let storage = Self("client.storage")
}
