/// What a client asks, whole: head and body.
public struct HTTPRequest: Sendable {
  /// What it asks to do.
  public var method: HTTPMethod
  /// What it asks for, as written: `/shelf?status=reading`.
  public var target: String
  /// The lines of the head.
  public var fields: HTTPFields
  /// The body, without any transfer coding.
  public var body: [UInt8]
  /// The address of the client, without a port; empty when there is none.
  public var address: String

  /// Makes a request.
  public init(
    _ method: HTTPMethod,
    _ target: String,
    fields: HTTPFields = HTTPFields(),
    body: [UInt8] = [],
    address: String = ""
  ) {
    (self.method, self.target, self.fields) = (method, target, fields)
    (self.body, self.address) = (body, address)
  }

  /// The kind of the body in lower case without parameters: `application/json`; empty without one.
  public var mediaType: String {
    let value = fields["content-type"] ?? ""
    let type = value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    return type.lowercased()
  }
}
