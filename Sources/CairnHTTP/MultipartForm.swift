/// A multipart form with a file, as browsers send it (RFC 7578).
public struct MultipartForm: Sendable {
  private var parts: [String: [UInt8]] = [:]

  /// Parses a request body; returns nil if it is not a multipart form, is malformed, or repeats a name.
  public init?(_ request: HTTPRequest) {
    guard request.mediaType == "multipart/form-data",
      let boundary = Self.parameter("boundary", of: request.fields["content-type"] ?? ""),
      (1...70).contains(boundary.utf8.count)
    else { return nil }
    let mark = Array("\r\n--\(boundary)".utf8)
    var rest = (Array("\r\n".utf8) + request.body)[...]
    guard Self.skip(to: mark, &rest) != nil else { return nil }
    while !rest.starts(with: "--".utf8) {
      guard rest.starts(with: "\r\n".utf8) else { return nil }
      rest = rest.dropFirst(2)
      guard let part = Self.skip(to: mark, &rest), addPart(part) else { return nil }
    }
  }

  /// The content of a part; nil if there is none.
  public subscript(name: String) -> [UInt8]? { parts[name] }

  private mutating func addPart(_ part: ArraySlice<UInt8>) -> Bool {
    var content = part
    guard let head = Self.skip(to: Array("\r\n\r\n".utf8), &content), head.count <= 4_096 else {
      return false
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let disposition = lines.first { $0.lowercased().hasPrefix("content-disposition:") }
    guard let name = disposition.flatMap({ Self.parameter("name", of: String($0)) }) else {
      return false
    }
    return parts.updateValue(Array(content), forKey: name) == nil
  }

  /// Returns the bytes before a delimiter and advances past it; nil if it is missing.
  private static func skip(
    to mark: [UInt8],
    _ rest: inout ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    var start = rest.startIndex
    while let first = rest[start...].firstIndex(of: mark[0]) {
      if rest[first...].starts(with: mark) {
        defer { rest = rest[(first + mark.count)...] }
        return rest[..<first]
      }
      start = first + 1
    }
    return nil
  }

  /// Returns a parameter of a header field, quoted or not, such as `name="file"`.
  private static func parameter(_ name: String, of value: String) -> String? {
    for part in value.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].filter({ $0 != " " }).lowercased() == name else { continue }
      let word = pair[1].drop { $0 == " " }
      return word.first == "\"" ? String(word.dropFirst().prefix { $0 != "\"" }) : String(word)
    }
    return nil
  }
}
