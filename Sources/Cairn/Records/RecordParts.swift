/// The members of a record or a mutation, collected while reading a JSON object.
///
/// Exported logs and sync messages consist of such objects.
package struct RecordParts {
  private var texts: [String: String] = [:]
  private var part: Int64?
  private var turn: Int64 = 0
  private var fields: Fields?
  private var stamps: [(name: String, stamp: Stamp)] = []
  private var changes: [Change]?

  /// Creates an empty set of parts.
  package init() {}

  /// Reads a record or a mutation from one object; skips unknown members.
  package init(from reader: inout JSONReader) throws(JSONError) {
    var parts = RecordParts()
    try reader.object { (key, reader) throws(JSONError) in
      if try !parts.read(key, &reader) { try reader.skipValue() }
    }
    self = parts
  }

  /// Reads the value of a member; returns false and reads nothing if the member is unknown.
  package mutating func read(_ key: String, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    switch key {
    case "record", "id", "stamp", "mutation", "at", "title", "batch", "line", "undoes", "joined",
      "knowledge":
      texts[key] = try reader.string()
    case "part": part = try reader.integer()
    case "turn": turn = try reader.integer()
    case "fields": fields = try Fields(from: &reader)
    case "stamps": try readStamps(&reader)
    case "changes": try readChanges(&reader)
    default: return false
    }
    return true
  }

  /// Whether the object has a `record` member.
  package var isRecord: Bool { texts["record"] != nil }

  /// The ID of the log merge that added the mutation to its log; nil for all others.
  package var joined: RecordID? { id("joined") }

  /// Returns the record; nil for a mutation, or if a part is missing or invalid.
  package func record() -> Record? {
    guard let kind = texts["record"], let id = id("id"), let stamp = stamp(), let fields,
      Self.isName(kind), fields.members.allSatisfy({ Self.isName($0.name) }),
      stamps.allSatisfy({ fields.contains($0.name) })
    else { return nil }
    let sorted = stamps.sorted { $0.name < $1.name }
    return Record(
      kind: RecordKind(kind),
      id: id,
      fields: fields,
      stamp: stamp,
      exceptions: sorted
    ).renamed
  }

  /// Returns the mutation; nil for a record, or if a part is missing or invalid.
  package func mutation() -> Mutation? {
    guard let id = id("mutation"), let stamp = stamp(),
      let entry = self.id("batch") ?? self.id("line"),
      let at = texts["at"].flatMap({ Instant(text: $0) }), let title = texts["title"],
      let part, part > 0, (0...1_000_000_000).contains(turn), let changes
    else { return nil }
    let undoes = self.id("undoes")
    let knowledge = texts["knowledge"].map { Knowledge(text: $0) }
    guard stamp.turn == 0, turn == 0 || undoes != nil, knowledge != .some(nil) else { return nil }
    return Mutation(
      id: id,
      stamp: stamp,
      at: at,
      title: title,
      entry: entry,
      part: part,
      undoes: undoes,
      turn: turn,
      knowledge: knowledge ?? nil,
      changes: changes
    )
  }

  private func id(_ key: String) -> RecordID? { texts[key].flatMap { RecordID(text: $0) } }

  private func stamp() -> Stamp? { texts["stamp"].flatMap { Stamp(text: $0) } }

  private mutating func readStamps(_ reader: inout JSONReader) throws(JSONError) {
    var list: [(name: String, stamp: Stamp)] = []
    try reader.object { (name, reader) throws(JSONError) in
      list.append((name, try reader.stamp()))
    }
    stamps = list
  }

  private mutating func readChanges(_ reader: inout JSONReader) throws(JSONError) {
    var list: [Change] = []
    try reader.array { (reader) throws(JSONError) in list.append(try Change(from: &reader)) }
    changes = list
  }

  /// Returns whether a name can be listed in plain text: 1 to 64 letters, digits, `.` and `_`.
  package static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x2E
      }
  }
}

extension JSONReader {
  /// Reads a stamp; throws ``JSONError`` with reason `kind` for any other text.
  package mutating func stamp() throws(JSONError) -> Stamp {
    let start = offset
    guard let stamp = Stamp(text: try string()) else {
      throw JSONError(offset: start, reason: .kind)
    }
    return stamp
  }

  /// Reads an ID; throws ``JSONError`` with reason `kind` for any other text.
  package mutating func recordID() throws(JSONError) -> RecordID {
    let start = offset
    guard let id = RecordID(text: try string()) else {
      throw JSONError(offset: start, reason: .kind)
    }
    return id
  }
}

extension JSONWriter {
  /// Appends a string member.
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  /// Appends an integer member.
  package mutating func member(_ name: String, _ value: Int64) {
    key(name)
    integer(value)
  }
}

extension Record {
  /// Appends its members to an open object; equal records have equal text.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("record", kind.name)
    writer.member("id", id.text)
    writer.key("fields")
    fields.write(to: &writer)
    writer.member("stamp", stamp.text)
    guard !exceptions.isEmpty else { return }
    writer.key("stamps")
    writer.beginObject()
    for (name, stamp) in exceptions { writer.member(name, stamp.text) }
    writer.endObject()
  }
}

extension Mutation {
  /// Appends its members to an open object; equal mutations have equal text.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("mutation", id.text)
    writer.member("stamp", stamp.text)
    writer.member("at", at.text)
    writer.member("title", title)
    writer.member("batch", entry.text)
    writer.member("part", part)
    if let undoes { writer.member("undoes", undoes.text) }
    if turn > 0 { writer.member("turn", turn) }
    if let knowledge { writer.member("knowledge", knowledge.text) }
    writer.key("changes")
    writer.beginArray()
    for change in changes { change.write(to: &writer) }
    writer.endArray()
  }
}
