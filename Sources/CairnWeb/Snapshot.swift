import Cairn

/// What a server gave a browser to work with while there is no network.
struct Snapshot {
  /// The log on the server, whose pages are one device with or without a network; nil when not said.
  var node: String?
  /// The person's zone, then those of the sessions.
  var zones: [ZoneRules] = []
  /// Records as they are on the server.
  var records: [Record] = []
  /// What days before those of the records held, which a streak needs.
  var earlier: [EarlierDay] = []
  /// What was climbed in sessions that have ended, whose climbs are not among the records; nil where a server
  /// of an earlier version did not say.
  var climbed: [RecordID: Climbed]?
  /// Routes that were tried on earlier occasions: `Climb.key`.
  var tried: [String] = []
  /// Those of them that were sent.
  var sent: [String] = []

  /// What one day held: all kinds together.
  struct EarlierDay {
    let day: LocalDay
    let time: Milliseconds
    let pages: Int64
    let sessions: Int64
    let overlap: Milliseconds
  }

  /// Climbs, and how many of them were sent.
  struct Climbed {
    var climbs: Int64 = 0
    var sent: Int64 = 0
  }

  init() {}

  /// Reads what the server wrote; members that are not known are passed over.
  init(from reader: inout JSONReader) throws(JSONError) {
    var snapshot = Snapshot()
    try reader.object { (key, reader) throws(JSONError) in
      switch key {
      case "node": snapshot.node = try reader.string()
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
        snapshot.climbed = try Climbed.each(from: &reader)
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

extension Snapshot.Climbed {
  /// `{"id of a session":[climbs, sent]}`.
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
  /// `[number of the day, milliseconds, pages, sessions, milliseconds that ran at once]`.
  fileprivate init?(from reader: inout JSONReader) throws(JSONError) {
    let parts = try integers(&reader)
    guard parts.count >= 5 else { return nil }
    day = LocalDay(number: Int32(truncatingIfNeeded: parts[0]))
    (time, pages, sessions) = (Milliseconds(parts[1]), parts[2], parts[3])
    overlap = Milliseconds(parts[4])
  }
}
