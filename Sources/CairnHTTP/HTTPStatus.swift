/// The number that says how a request went (RFC 9110, 15).
public struct HTTPStatus: Sendable, Hashable {
  /// Three digits.
  public let code: Int
  /// The number in words.
  public let phrase: String

  /// Names a status.
  public init(_ code: Int, _ phrase: String) {
    (self.code, self.phrase) = (code, phrase)
  }

  /// Here it is.
  public static let ok = HTTPStatus(200, "OK")
  /// A new thing was made.
  public static let created = HTTPStatus(201, "Created")
  /// It will be done.
  public static let accepted = HTTPStatus(202, "Accepted")
  /// Look there, with GET.
  public static let seeOther = HTTPStatus(303, "See Other")
  /// What the client has is still right.
  public static let notModified = HTTPStatus(304, "Not Modified")
  /// The request cannot be understood.
  public static let badRequest = HTTPStatus(400, "Bad Request")
  /// Who asks must say who they are.
  public static let unauthorized = HTTPStatus(401, "Unauthorized")
  /// The request is understood and refused.
  public static let forbidden = HTTPStatus(403, "Forbidden")
  /// There is no such thing.
  public static let notFound = HTTPStatus(404, "Not Found")
  /// The thing is there and cannot be asked that way.
  public static let methodNotAllowed = HTTPStatus(405, "Method Not Allowed")
  /// A rule refuses, as things stand now.
  public static let conflict = HTTPStatus(409, "Conflict")
  /// The thing is not as the client knows it.
  public static let preconditionFailed = HTTPStatus(412, "Precondition Failed")
  /// The body is larger than it may be.
  public static let contentTooLarge = HTTPStatus(413, "Content Too Large")
  /// The target is longer than it may be.
  public static let uriTooLong = HTTPStatus(414, "URI Too Long")
  /// The body is of a kind that is not taken here.
  public static let unsupportedMediaType = HTTPStatus(415, "Unsupported Media Type")
  /// The request was meant for another server.
  public static let misdirected = HTTPStatus(421, "Misdirected Request")
  /// The request is understood and its values are refused.
  public static let unprocessable = HTTPStatus(422, "Unprocessable Content")
  /// Not that often.
  public static let tooManyRequests = HTTPStatus(429, "Too Many Requests")
  /// The head is larger than it may be.
  public static let headTooLarge = HTTPStatus(431, "Request Header Fields Too Large")
  /// Something went wrong here.
  public static let internalError = HTTPStatus(500, "Internal Server Error")
  /// Not now; later perhaps.
  public static let unavailable = HTTPStatus(503, "Service Unavailable")
  /// There is no room left to store it.
  public static let insufficientStorage = HTTPStatus(507, "Insufficient Storage")
}
