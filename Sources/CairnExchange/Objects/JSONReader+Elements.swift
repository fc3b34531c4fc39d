import Cairn

extension JSONReader {
  /// The maximum size of a list element in bytes, a hundred times that of a typical one.
  private static let elementBytes = 1 << 20

  /// Reads an array with only one element in memory at a time, and returns the element count.
  ///
  /// Elements beyond `limit` are only counted, so callers can reject them. Throws ``JSONError``.
  mutating func elements(limit: Int, _ body: (JSON) -> Void) throws(JSONError) -> Int {
    var count = 0
    try array { (reader) throws(JSONError) in
      count += 1
      guard count <= limit else { return try reader.skipValue() }
      body(try reader.smallValue())
    }
    return count
  }

  /// Reads a value of at most 1 MiB, a limit against hostile files; throws ``JSONError``.
  ///
  /// For a cancelled import the text ends here, which ends every parser; nobody reads that error.
  mutating func smallValue() throws(JSONError) -> JSON {
    guard !ImportCancellation.isRequested() else {
      throw JSONError(offset: offset, reason: .unfinished)
    }
    var ahead = self
    try ahead.skipValue()
    guard ahead.offset - offset <= Self.elementBytes else {
      throw JSONError(offset: offset, reason: .tooMany)
    }
    return try value()
  }
}
