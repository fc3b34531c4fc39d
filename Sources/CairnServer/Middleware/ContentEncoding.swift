import CairnHTTP

/// Gzip compression of text responses for clients that accept it (RFC 9110, 8.4).
enum ContentEncoding {
  /// Compresses bytes; returns nil if that fails.
  typealias Pack = @Sendable ([UInt8]) -> [UInt8]?

  /// The smallest body to compress, in bytes.
  static let minimumBytes = 1_024

  /// Compresses a text body that is long enough and not yet encoded.
  static func apply(_ pack: Pack?, to response: inout HTTPResponse, for request: HTTPRequest) {
    guard let pack, response.parts == nil, response.body.count >= minimumBytes,
      response.fields["content-encoding"] == nil, isText(response)
    else { return }
    response.fields.append("vary", "accept-encoding")
    guard isAccepted(by: request), let packed = pack(response.body) else { return }
    setBody(packed, in: &response)
  }

  /// Replaces the body with its compressed form and sets the header fields.
  static func setBody(_ packed: [UInt8], in response: inout HTTPResponse) {
    response.body = packed
    response.fields.append("content-encoding", "gzip")
    // A strong ETag identifies exact bytes, so the compressed form gets a weak one.
    response.fields.change { line in
      line.name == "etag" && !line.value.hasPrefix("W/") ? "W/" + line.value : nil
    }
  }

  /// Whether the client accepts gzip.
  static func isAccepted(by request: HTTPRequest) -> Bool {
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
