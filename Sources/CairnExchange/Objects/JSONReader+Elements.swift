import Cairn

extension JSONReader {
  /// The most bytes of one element of a list: a book or a session has a hundredth of it.
  private static let elementBytes = 1 << 20

  /// Reads an array element by element, so that only one is held at a time; gives how many there are.
  ///
  /// Elements beyond `limit` are counted and skipped, so that the caller can refuse the file. Throws ``JSONError``.
  mutating func elements(limit: Int, _ take: (JSON) -> Void) throws(JSONError) -> Int {
    var count = 0
    try array { (reader) throws(JSONError) in
      count += 1
      guard count <= limit else { return try reader.skipValue() }
      take(try reader.smallValue())
    }
    return count
  }

  /// Reads a value of at most 1 MiB, which no tree of a whole hostile file is; throws ``JSONError``.
  mutating func smallValue() throws(JSONError) -> JSON {
    var ahead = self
    try ahead.skipValue()
    guard ahead.offset - offset <= Self.elementBytes else {
      throw JSONError(offset: offset, reason: .tooMany)
    }
    return try value()
  }
}
