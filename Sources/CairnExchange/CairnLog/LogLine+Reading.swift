public import Cairn

extension LogLine {
  /// Reads one line.
  ///
  /// Throws `input.log_line` with the number of the line and what is wrong, a number that no
  /// version writes included, and `input.newer_log` for a format of a later version. Keys that are
  /// not known are passed over.
  public init(_ bytes: [UInt8], in range: Range<Int>, number: Int) throws(CairnError) {
    var parts = Parts()
    do {
      var reader = JSONReader(bytes, in: range)
      try reader.object { (key, reader) throws(JSONError) in try parts.read(key, &reader) }
      try reader.finish()
    } catch {
      let value = error.reason == .integer ? Self.word(bytes, at: error.offset) : ""
      throw Self.wrong(number, error.reason.text + value)
    }
    guard let line = parts.line() else {
      throw Self.wrong(number, "it is no header, record, mutation or end, or a part is missing")
    }
    if case .record(let record) = line, let flaw = record.flaw { throw Self.wrong(number, flaw) }
    if case .header(let version) = line, version > LogLine.version {
      throw CairnError(
        "input.newer_log",
        "The file has format \(version); this version reads up to 1.",
        hint: "Update Cairn and import again."
      )
    }
    self = line
  }

  /// `, not “1e5”`: what stands where a whole number is needed.
  private static func word(_ bytes: [UInt8], at offset: Int) -> String {
    let word = bytes.dropFirst(offset).prefix(40).prefix { !",]} ".utf8.contains($0) }
    return ", not “\(String(decoding: word, as: UTF8.self))”"
  }

  private static func wrong(_ number: Int, _ reason: String) -> CairnError {
    CairnError(
      "input.log_line",
      "Line \(number) is not a line of a Cairn log: \(reason).",
      hint: "Nothing was imported. Export the log again, or mend that line."
    )
  }
}

/// What was found on a line so far.
private struct Parts {
  private var texts: [String: String] = [:]
  private var numbers: [String: Int64] = [:]
  private var fields: Fields?
  private var stamps: [(name: String, stamp: Stamp)] = []
  private var changes: [Change]?

  mutating func read(_ key: String, _ reader: inout JSONReader) throws(JSONError) {
    switch key {
    case "record", "id", "stamp", "mutation", "at", "title", "line", "undoes":
      texts[key] = try reader.string()
    case "cairn", "part", "end", "records", "mutations":
      numbers[key] = try reader.integer()
    case "fields": fields = try Fields(from: &reader)
    case "stamps": try readStamps(&reader)
    case "changes": try readChanges(&reader)
    default: try reader.skipValue()
    }
  }

  func line() -> LogLine? {
    if let version = numbers["cairn"] { return .header(version: version) }
    if numbers["end"] != nil {
      guard let records = numbers["records"], let mutations = numbers["mutations"] else {
        return nil
      }
      return .end(records: records, mutations: mutations)
    }
    return texts["record"] != nil ? record() : mutation()
  }

  private func record() -> LogLine? {
    guard let kind = texts["record"], let id = id("id"), let stamp = stamp(), let fields,
      Self.isName(kind), fields.members.allSatisfy({ Self.isName($0.name) }),
      stamps.allSatisfy({ fields.contains($0.name) })
    else { return nil }
    let sorted = stamps.sorted { $0.name < $1.name }
    return .record(
      Record(kind: RecordKind(kind), id: id, fields: fields, stamp: stamp, exceptions: sorted)
    )
  }

  private func mutation() -> LogLine? {
    guard let id = id("mutation"), let stamp = stamp(), let line = self.id("line"),
      let at = texts["at"].flatMap({ Instant(text: $0) }), let title = texts["title"],
      let part = numbers["part"], part > 0, let changes
    else { return nil }
    return .mutation(
      Mutation(
        id: id,
        stamp: stamp,
        at: at,
        title: title,
        line: line,
        part: part,
        undoes: self.id("undoes"),
        changes: changes
      )
    )
  }

  private func id(_ key: String) -> RecordID? { texts[key].flatMap { RecordID(text: $0) } }

  private func stamp() -> Stamp? { texts["stamp"].flatMap { Stamp(text: $0) } }

  private mutating func readStamps(_ reader: inout JSONReader) throws(JSONError) {
    var list: [(name: String, stamp: Stamp)] = []
    try reader.object { (name, reader) throws(JSONError) in
      let start = reader.offset
      guard let stamp = Stamp(text: try reader.string()) else {
        throw JSONError(offset: start, reason: .kind)
      }
      list.append((name, stamp))
    }
    stamps = list
  }

  private mutating func readChanges(_ reader: inout JSONReader) throws(JSONError) {
    var list: [Change] = []
    try reader.array { (reader) throws(JSONError) in list.append(try Change(from: &reader)) }
    changes = list
  }

  /// Names are letters, digits, dots and low lines, so that they can be listed in plain text.
  private static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x2E
      }
  }
}
