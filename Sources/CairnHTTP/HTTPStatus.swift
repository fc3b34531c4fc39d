/// A status code (RFC 9110, 15).
public struct HTTPStatus: Sendable, Hashable {
  /// The three-digit code.
  public let code: Int
  /// The reason phrase.
  public let phrase: String

  /// Creates a status.
  public init(_ code: Int, _ phrase: String) {
    (self.code, self.phrase) = (code, phrase)
  }

  /// The request succeeded.
  public static let ok = HTTPStatus(200, "OK")
  /// The request created a resource.
  public static let created = HTTPStatus(201, "Created")
  /// The request will be processed later.
  public static let accepted = HTTPStatus(202, "Accepted")
  /// The request succeeded, and there is nothing to return.
  public static let noContent = HTTPStatus(204, "No Content")
  /// The result is at another location, to be requested with GET.
  public static let seeOther = HTTPStatus(303, "See Other")
  /// The client's cached copy is current.
  public static let notModified = HTTPStatus(304, "Not Modified")
  /// The request is malformed.
  public static let badRequest = HTTPStatus(400, "Bad Request")
  /// The request lacks valid credentials.
  public static let unauthorized = HTTPStatus(401, "Unauthorized")
  /// Reserved by HTTP; KOReader's protocol refuses a registration with it.
  public static let paymentRequired = HTTPStatus(402, "Payment Required")
  /// The request is understood and refused.
  public static let forbidden = HTTPStatus(403, "Forbidden")
  /// The resource does not exist.
  public static let notFound = HTTPStatus(404, "Not Found")
  /// The resource exists but does not support the method.
  public static let methodNotAllowed = HTTPStatus(405, "Method Not Allowed")
  /// The request conflicts with the current state.
  public static let conflict = HTTPStatus(409, "Conflict")
  /// The resource has changed: a precondition such as `If-Match` failed.
  public static let preconditionFailed = HTTPStatus(412, "Precondition Failed")
  /// The body is too large.
  public static let contentTooLarge = HTTPStatus(413, "Content Too Large")
  /// The request target is too long.
  public static let uriTooLong = HTTPStatus(414, "URI Too Long")
  /// The body's media type is not supported here.
  public static let unsupportedMediaType = HTTPStatus(415, "Unsupported Media Type")
  /// The request was meant for another server.
  public static let misdirected = HTTPStatus(421, "Misdirected Request")
  /// The request is well-formed but its values are invalid.
  public static let unprocessable = HTTPStatus(422, "Unprocessable Content")
  /// The client must be updated.
  public static let upgradeRequired = HTTPStatus(426, "Upgrade Required")
  /// The client has exceeded a rate limit.
  public static let tooManyRequests = HTTPStatus(429, "Too Many Requests")
  /// The header fields are too large.
  public static let headTooLarge = HTTPStatus(431, "Request Header Fields Too Large")
  /// The server failed unexpectedly.
  public static let internalError = HTTPStatus(500, "Internal Server Error")
  /// The server is temporarily unavailable.
  public static let unavailable = HTTPStatus(503, "Service Unavailable")
  /// The server has no space to store the data.
  public static let insufficientStorage = HTTPStatus(507, "Insufficient Storage")
}
