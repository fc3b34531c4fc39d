extension ZoneRules {
  /// Writes the rules for a time range as `{"name":…,"first":…,"changes":[[…,…],…]}`.
  ///
  /// `first` is the initial offset. Each change is a millisecond and the offset from then on. Offsets
  /// are seconds east of Greenwich. Outside the range, the nearest offset applies.
  package func write(_ span: Range<Instant>, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("first", offset(at: span.lowerBound))
    writer.key("changes")
    writer.beginArray()
    for change in changes(in: span) {
      writer.beginArray()
      writer.integer(change.at.milliseconds)
      writer.integer(change.offset)
      writer.endArray()
    }
    writer.endArray()
    writer.endObject()
  }

  /// Reads the output of ``write(_:to:)``; throws ``JSONError``.
  package init(from reader: inout JSONReader) throws(JSONError) {
    var (name, first) = ("UTC", Int64(0))
    var changes: [(at: Instant, offset: Int64)] = []
    let start = reader.offset
    try reader.object { (key, reader) throws(JSONError) in
      switch key {
      case "name": name = try reader.string()
      case "first": first = try reader.integer()
      case "changes":
        try reader.array { (reader) throws(JSONError) in
          var parts: [Int64] = []
          try reader.array { (reader) throws(JSONError) in parts.append(try reader.integer()) }
          guard parts.count == 2, changes.last.map({ $0.at.milliseconds < parts[0] }) ?? true else {
            throw JSONError(offset: start, reason: .kind)
          }
          changes.append((Instant(milliseconds: parts[0]), parts[1]))
        }
      default: try reader.skipValue()
      }
    }
    self.init(name: name, firstOffset: first, transitions: changes)
  }
}
