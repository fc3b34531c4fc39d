/// A complete HTTP request.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The request target as sent, such as `/shelf?status=reading`.
  public var target: String
  /// The header fields.
  public var fields: HTTPFields
  /// The body, with any transfer coding removed.
  public var body: [UInt8]
  /// The client's IP address without port; empty if unknown.
  public var address: String

  /// Creates a request.
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

  /// The media type in lower case without parameters, such as `application/json`; empty if there is none.
  public var mediaType: String {
    let value = fields["content-type"] ?? ""
    let type = value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    return type.lowercased()
  }
}
