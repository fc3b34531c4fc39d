import Cairn

/// The server data that a browser stores to work offline.
struct Snapshot {
  /// The node id of the log on the server, which all browsers share online and offline; nil if it is missing.
  var node: String?
  /// What the server's log knew; nil from a server of an earlier version.
  var knowledge: Knowledge?
  /// The person's zone, then those of the sessions.
  var zones: [ZoneRules] = []
  /// The records as they are on the server.
  var records: [Record] = []
  /// The totals of days before those of the records, which a streak needs.
  var earlier: [EarlierDay] = []
  /// The climbs per ended session, because the records omit them; nil from a server of an earlier version.
  var climbed: [RecordID: ClimbCounts]?
  /// The keys of routes tried on earlier occasions: `Climb.key`.
  var tried: [String] = []
  /// The keys of those that were sent.
  var sent: [String] = []

  /// The totals of one day over all kinds.
  struct EarlierDay {
    let day: LocalDay
    let time: Milliseconds
    let pages: Int64
    let sessions: Int64
    let overlap: Milliseconds
  }

  /// The number of climbs and sends of a session.
  struct ClimbCounts {
    var climbs: Int64 = 0
    var sent: Int64 = 0
  }

  init() {}

  /// Parses a snapshot and ignores unknown members.
  init(from reader: inout JSONReader) throws(JSONError) {
    var snapshot = Snapshot()
    try reader.object { (key, reader) throws(JSONError) in
      switch key {
      case "node": snapshot.node = try reader.string()
      case "knowledge": snapshot.knowledge = Knowledge(text: try reader.string())
      case "zones":
        try reader.array { (reader) throws(JSONError) in
          snapshot.zones.append(try ZoneRules(from: &reader))
        }
      case "records":
        try reader.array { (reader) throws(JSONError) in
          if let record = try RecordParts(from: &reader).record() {
            snapshot.records.append(record)
          }
        }
      case "earlier":
        try reader.array { (reader) throws(JSONError) in
          if let day = try EarlierDay(from: &reader) { snapshot.earlier.append(day) }
        }
      case "climbed":
        snapshot.climbed = try ClimbCounts.each(from: &reader)
      case "tried":
        try reader.array { (reader) throws(JSONError) in
          snapshot.tried.append(try reader.string())
        }
      case "sent":
        try reader.array { (reader) throws(JSONError) in
          snapshot.sent.append(try reader.string())
        }
      default: try reader.skipValue()
      }
    }
    self = snapshot
  }
}

extension Snapshot.ClimbCounts {
  /// Parses `{"session id": [climbs, sends]}`.
  fileprivate static func each(
    from reader: inout JSONReader
  ) throws(JSONError) -> [RecordID: Self] {
    var all: [RecordID: Self] = [:]
    try reader.object { (key, reader) throws(JSONError) in
      if let session = RecordID(text: key) { all[session] = try Self(from: &reader) }
    }
    return all
  }

  fileprivate init?(from reader: inout JSONReader) throws(JSONError) {
    let parts = try integers(&reader)
    guard parts.count >= 2 else { return nil }
    (climbs, sent) = (parts[0], parts[1])
  }
}

private func integers(_ reader: inout JSONReader) throws(JSONError) -> [Int64] {
  var parts: [Int64] = []
  try reader.array { (reader) throws(JSONError) in parts.append(try reader.integer()) }
  return parts
}

extension Snapshot.EarlierDay {
  /// Parses `[day number, milliseconds, pages, sessions, overlapping milliseconds]`.
  fileprivate init?(from reader: inout JSONReader) throws(JSONError) {
    let parts = try integers(&reader)
    guard parts.count >= 5 else { return nil }
    day = LocalDay(number: Int32(truncatingIfNeeded: parts[0]))
    (time, pages, sessions) = (Milliseconds(parts[1]), parts[2], parts[3])
    overlap = Milliseconds(parts[4])
  }
}
