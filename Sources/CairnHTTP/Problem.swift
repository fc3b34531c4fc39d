public import CairnHTML

/// An error response as a problem document (RFC 9457), with a stable code that a person can look up.
public struct Problem: Sendable, Equatable {
  /// The status.
  public let status: HTTPStatus
  /// The code, such as `session.already_running`; docs/errors.md explains each.
  public let code: String
  /// A sentence on what is wrong.
  public let detail: String
  /// The suggested next step; empty if there is none.
  public let hint: String

  /// The seconds after which a retry may succeed; nil if a retry does not help.
  public let retryAfter: Int64?

  /// Creates a problem.
  public init(
    _ status: HTTPStatus,
    _ code: String,
    _ detail: String,
    hint: String = "",
    retryAfter: Int64? = nil
  ) {
    (self.status, self.code, self.detail, self.hint) = (status, code, detail, hint)
    self.retryAfter = retryAfter
  }

  /// The response with the problem document.
  public var response: HTTPResponse {
    addingRetryAfter(HTTPResponse(status, type: "application/problem+json", text: json))
  }

  /// Returns the response with a page for people.
  public func response(page: HTML) -> HTTPResponse {
    addingRetryAfter(HTTPResponse(status, page: page))
  }

  private func addingRetryAfter(_ response: HTTPResponse) -> HTTPResponse {
    guard let retryAfter else { return response }
    var response = response
    response.fields.append("retry-after", String(retryAfter))
    return response
  }

  private var json: String {
    let texts = [("code", code), ("detail", detail)] + (hint.isEmpty ? [] : [("hint", hint)])
    let members = texts.map { "\"\($0)\":\(Self.quoted($1))" }.joined(separator: ",")
    let title = Self.quoted(status.phrase)
    return "{\"type\":\"about:blank\",\"title\":\(title),\"status\":\(status.code),\(members)}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: quoted += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: quoted.append(byte)
      }
    }
    return String(decoding: quoted + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}
