public import CairnHTML

/// An HTTP response.
public struct HTTPResponse: Sendable {
  /// The status.
  public var status: HTTPStatus
  /// The header fields; the server adds length and date.
  public var fields: HTTPFields
  /// The body; not sent in the response to HEAD.
  public var body: [UInt8]
  /// A streamed body, which replaces `body`.
  public var parts: StreamedBody?

  /// Creates a response; a body requires a type.
  public init(_ status: HTTPStatus, type: String? = nil, body: [UInt8] = []) {
    (self.status, self.body) = (status, body)
    fields = HTTPFields()
    if let type { fields.append("content-type", type) }
  }

  /// Creates a response with a streamed body.
  public init(_ status: HTTPStatus, type: String, parts: StreamedBody) {
    self.init(status, type: type)
    self.parts = parts
  }

  /// Creates a response with a text as its body.
  public init(_ status: HTTPStatus, type: String, text: String) {
    self.init(status, type: type, body: Array(text.utf8))
  }

  /// Creates a response with an HTML page.
  public init(_ status: HTTPStatus, page: HTML) {
    self.init(status, type: "text/html; charset=utf-8", body: page.bytes)
  }

  /// Returns a 303 redirect to a location, which the client requests with GET.
  public static func seeOther(_ location: String) -> HTTPResponse {
    var response = HTTPResponse(.seeOther)
    response.fields.append("location", location)
    return response
  }
}
