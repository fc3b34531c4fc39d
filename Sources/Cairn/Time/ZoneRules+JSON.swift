extension ZoneRules {
  /// Writes what holds in a stretch of time, as `{"name":…,"first":…,"changes":[[…,…],…]}`.
  ///
  /// `first` and the second number of a change are seconds east of Greenwich, its first number the
  /// millisecond from which they hold. Outside the stretch the nearest offset holds.
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

  /// Reads what ``write(_:to:)`` wrote; throws ``JSONError``.
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
