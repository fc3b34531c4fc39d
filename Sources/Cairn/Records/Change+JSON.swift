extension Change {
  /// Writes `{"kind":…,"id":…,"set":{…},"was":{…}}`, and `"stamps":{…}` if values have their own.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("kind")
    writer.string(kind.name)
    writer.key("id")
    writer.string(id.text)
    writer.key("set")
    set.write(to: &writer)
    writer.key("was")
    was.write(to: &writer)
    writeStamps(to: &writer)
    writer.endObject()
  }

  private func writeStamps(to writer: inout JSONWriter) {
    guard !stamps.isEmpty else { return }
    writer.key("stamps")
    writer.beginObject()
    for name in set.names {
      if let stamp = stamps[name] { writer.member(name, stamp.text) }
    }
    writer.endObject()
  }

  /// Reads the output of ``write(to:)``; skips unknown keys.
  ///
  /// Throws ``JSONError``, with reason `kind` if `kind` or `id` is missing.
  public init(from reader: inout JSONReader) throws(JSONError) {
    var kind: String?
    var id: RecordID?
    var set = Fields()
    var was = Fields()
    var stamps: [String: Stamp] = [:]
    let start = reader.offset
    try reader.object { (key, reader) throws(JSONError) in
      switch key {
      case "kind": kind = try reader.string()
      case "id": id = RecordID(text: try reader.string())
      case "set": set = try Fields(from: &reader)
      case "was": was = try Fields(from: &reader)
      case "stamps":
        try reader.object { (name, reader) throws(JSONError) in stamps[name] = try reader.stamp() }
      default: try reader.skipValue()
      }
    }
    guard let kind, let id else { throw JSONError(offset: start, reason: .kind) }
    let name = FormerNames.kind(kind)
    self.init(
      kind: RecordKind(name),
      id: id,
      set: set.renamed(for: name),
      was: was.renamed(for: name),
      stamps: stamps
    )
  }

  /// Returns the changes of a mutation as a JSON array.
  public static func json(_ changes: [Change]) -> String {
    var writer = JSONWriter(capacity: changes.count * 256)
    writer.beginArray()
    for change in changes { change.write(to: &writer) }
    writer.endArray()
    return writer.text
  }

  /// Parses the output of ``json(_:)``; throws ``JSONError``.
  public static func list(json: String) throws(JSONError) -> [Change] {
    var reader = JSONReader([UInt8](json.utf8))
    var changes: [Change] = []
    try reader.array { (reader) throws(JSONError) in
      changes.append(try Change(from: &reader))
    }
    try reader.finish()
    return changes
  }
}
