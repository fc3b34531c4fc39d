import Cairn

/// A fourth kind of session, added without a change in `Sources`: knitted rows.
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
      throw CairnError(
        "knitting.different_pieces",
        "The two sessions belong to two pieces.",
        hint: ""
      )
    }
    rows = rows.map { $0 + (later.rows ?? 0) } ?? later.rows
  }
}

extension Session where Detail == Knitting {
  /// Creates a session that has been running since a time on 5 January 2026, in Berlin.
  static func running(from start: String, rows: Int64? = nil) throws -> Session {
    try Session(
      id: SessionID(RecordID(high: 1, low: 1)),
      detail: Knitting(rows: rows),
      startingAt: clock(start),
      zone: "Europe/Berlin"
    )
  }

  /// Creates an ended session from segments such as `18:00-18:20`.
  static func ended(_ stretches: String..., rows: Int64? = nil) throws -> Session {
    Session(
      id: SessionID(RecordID(high: 1, low: UInt64(stretches.count + 1))),
      detail: Knitting(rows: rows),
      timeline: try Timeline(ended: stretches.map(stretch)),
      zone: "Europe/Berlin"
    )
  }
}

/// Returns a segment on 5 January 2026, for example `18:00-18:20`.
func stretch(_ text: String) throws -> Segment {
  let times = text.split(separator: "-").map(String.init)
  return Segment(start: try clock(times[0]), end: try clock(times[1]))
}

extension Timeline {
  /// The segments as times of day in UTC; an open one has no end.
  var shown: [String] {
    segments.map { segment in
      let start = segment.start.text.dropFirst(11).prefix(5)
      return start + "-" + (segment.end?.text.dropFirst(11).prefix(5) ?? "")
    }
  }
}
