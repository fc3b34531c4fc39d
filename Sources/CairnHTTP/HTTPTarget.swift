public import CairnHTML

/// A parsed request target.
public struct HTTPTarget: Sendable, Equatable {
  /// The decoded path segments; none for `/`.
  public let segments: [String]
  /// The query parameters.
  public let query: FormValues

  /// Parses a target such as `/shelf?status=reading`; returns nil if it is no path or is malformed.
  ///
  /// A repeated name in the query is malformed, unless it is allowed. A redundant slash makes an empty segment, which matches no route.
  public init?(_ target: String, allowingRepeats: Bool = false) {
    let parts = target.utf8.split(
      separator: UInt8(ascii: "?"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard let path = parts.first, path.first == UInt8(ascii: "/"),
      let query = FormValues(
        parts.dropFirst().first ?? "".utf8[...],
        allowingRepeats: allowingRepeats
      )
    else { return nil }
    let names = path.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    let decoded = names.compactMap { PercentCoding.decode($0, plusIsSpace: false) }
    guard decoded.count == names.count else { return nil }
    segments = decoded == [""] ? [] : decoded
    self.query = query
  }
}
