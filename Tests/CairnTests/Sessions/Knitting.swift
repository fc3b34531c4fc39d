import Cairn

/// A fourth kind of session, made without a change in `Sources`: rows of something knitted.
struct Knitting: SessionDetail {
  static let kind = SessionKind("knitting")
  static let minimum = Milliseconds.minutes(2)
  var piece: String
  var rows: Int64?

  init(piece: String = "scarf", rows: Int64? = nil) {
    self.piece = piece
    self.rows = rows
  }

  init(fields: Fields) throws(CairnError) {
    piece = try fields.required("piece", fields.text("piece"))
    rows = try fields.integer("rows")
  }

  func write(to fields: inout Fields) {
    fields.set("piece", piece)
    fields.set("rows", rows)
  }

  var amount: Int64? { rows }

  mutating func split(done: Milliseconds, of whole: Milliseconds) -> Knitting {
    guard let all = rows else { return self }
    let parts = apportion(all, by: [done.count, whole.count - done.count])
    rows = parts[0]
    return Knitting(piece: piece, rows: parts[1])
  }

  mutating func merge(_ later: Knitting) throws(CairnError) {
    guard piece == later.piece else {
      throw CairnError("knitting.different_pieces", "The two sessions belong to two pieces.")
    }
    rows = rows.map { $0 + (later.rows ?? 0) } ?? later.rows
  }
}

extension Session where Detail == Knitting {
  /// A session that runs since a time on 5 January 2026, in Berlin.
  static func running(from start: String, rows: Int64? = nil) throws -> Session {
    try Session(
      id: SessionID(RecordID(high: 1, low: 1)),
      detail: Knitting(rows: rows),
      startingAt: clock(start),
      zone: "Europe/Berlin"
    )
  }

  /// A session that has ended, from stretches such as `18:00-18:20`.
  static func ended(_ stretches: String..., rows: Int64? = nil) throws -> Session {
    Session(
      id: SessionID(RecordID(high: 1, low: UInt64(stretches.count + 1))),
      detail: Knitting(rows: rows),
      timeline: try Timeline(ended: stretches.map(stretch)),
      zone: "Europe/Berlin"
    )
  }
}

/// A stretch on 5 January 2026, for instance `18:00-18:20`.
func stretch(_ text: String) throws -> Segment {
  let times = text.split(separator: "-").map(String.init)
  return Segment(start: try clock(times[0]), end: try clock(times[1]))
}

extension Timeline {
  /// The stretches as times of the day in UTC, an open one without its end.
  var shown: [String] {
    segments.map { segment in
      let start = segment.start.text.dropFirst(11).prefix(5)
      return start + "-" + (segment.end?.text.dropFirst(11).prefix(5) ?? "")
    }
  }
}
