import Cairn

extension Session where Detail == Reading {
  /// Returns a session between two pages of a book of 300, with segments on 5 January 2026.
  static func read(from: Int64, to: Int64?, _ stretches: String...) throws -> Session {
    var detail = try Reading.open(at: .page(from, of: 300))
    if let to { try detail.reach(.page(to, of: 300)) }
    return Session(
      id: SessionID(RecordID(high: 2, low: 1)),
      detail: detail,
      timeline: try Timeline(ended: stretches.map(stretch)),
      zone: "UTC"
    )
  }
}

extension Reading {
  /// Returns the detail of a session that starts at a position in a book.
  static func open(at position: Position?, pages: Int64? = 300) -> Reading {
    Reading(
      entry: Identifier(RecordID(high: 3, low: 1)),
      readThrough: Identifier(RecordID(high: 4, low: 1)),
      startPosition: position,
      pageCount: pages
    )
  }
}
