import CairnHTTP

/// Sends texts packed to those who say that they unpack them (RFC 9110, 8.4).
enum ContentEncoding {
  /// Packs bytes; nil where that is not possible.
  typealias Pack = @Sendable ([UInt8]) -> [UInt8]?

  /// Bytes from which it is worth while.
  static let least = 1_024

  /// Packs the body of an answer where it is a text that is long enough, and has not been.
  static func apply(_ pack: Pack?, to response: inout HTTPResponse, for request: HTTPRequest) {
    guard let pack, response.parts == nil, response.body.count >= least,
      response.fields["content-encoding"] == nil, isText(response)
    else { return }
    response.fields.append("vary", "accept-encoding")
    guard isTaken(by: request), let packed = pack(response.body) else { return }
    put(packed, in: &response)
  }

  /// Puts a body that is packed in the place of one that is not.
  static func put(_ packed: [UInt8], in response: inout HTTPResponse) {
    response.body = packed
    response.fields.append("content-encoding", "gzip")
    // Other bytes of the same thing have a tag that is weaker.
    response.fields.change { line in
      line.name == "etag" && !line.value.hasPrefix("W/") ? "W/" + line.value : nil
    }
  }

  /// Whether the client unpacks gzip.
  static func isTaken(by request: HTTPRequest) -> Bool {
    let codings = request.fields.lines.filter { $0.name == "accept-encoding" }
      .flatMap { $0.value.lowercased().split(separator: ",") }
    return codings.contains { coding in
      let parts = coding.filter { $0 != " " && $0 != "\t" }.split(separator: ";")
      let isNone = parts.dropFirst().contains { Double($0.dropFirst(2)) == 0 }
      return ["gzip", "*"].contains(parts.first ?? "") && !isNone
    }
  }

  private static func isText(_ response: HTTPResponse) -> Bool {
    let type = (response.fields["content-type"] ?? "").prefix { $0 != ";" }
    return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml")
  }
}
