/// What a client gets.
public struct HTTPResponse: Sendable {
  /// How it went.
  public var status: HTTPStatus
  /// The lines of the head; length and date are added by whoever sends it.
  public var fields: HTTPFields
  /// The body; of an answer to HEAD it is not sent.
  public var body: [UInt8]
  /// A body that is made while it is sent, in the place of `body`.
  public var parts: HTTPParts?

  /// Makes a response; a type goes with a body.
  public init(_ status: HTTPStatus, type: String? = nil, body: [UInt8] = []) {
    (self.status, self.body) = (status, body)
    fields = HTTPFields()
    if let type { fields.append("content-type", type) }
  }

  /// Makes a response whose body is made while it is sent.
  public init(_ status: HTTPStatus, type: String, parts: HTTPParts) {
    self.init(status, type: type)
    self.parts = parts
  }

  /// Makes a response with a text as its body.
  public init(_ status: HTTPStatus, type: String, text: String) {
    self.init(status, type: type, body: Array(text.utf8))
  }

  /// A page.
  public init(_ status: HTTPStatus, page: HTML) {
    self.init(status, type: "text/html; charset=utf-8", body: page.bytes)
  }

  /// Sends the client to another place, to be asked with GET.
  public static func seeOther(_ place: String) -> HTTPResponse {
    var response = HTTPResponse(.seeOther)
    response.fields.append("location", place)
    return response
  }
}
