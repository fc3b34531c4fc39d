public import Cairn

/// One line of an exported log: see `docs/schema/cairn-log.schema.json`.
///
/// The first line is the header, then records by kind and id, then mutations by stamp, then the
/// end, which tells how many there are, so that a file that was cut short is noticed.
public enum LogLine: Sendable {
  /// The version of the format, 1.
  case header(version: Int64)
  /// A record with its stamps.
  case record(Record)
  /// A mutation: a line of history.
  case mutation(Mutation)
  /// How many records and mutations came before.
  case end(records: Int64, mutations: Int64)

  /// The version this library writes, and the newest it reads.
  public static let version: Int64 = 1
}

extension LogLine {
  /// Appends the line with its line feed; one form for one value.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .header(let version):
      writer.member("cairn", version)
    case .record(let record):
      Self.write(record, to: &writer)
    case .mutation(let mutation):
      Self.write(mutation, to: &writer)
    case .end(let records, let mutations):
      writer.member("end", 1)
      writer.member("records", records)
      writer.member("mutations", mutations)
    }
    writer.endObject()
  }

  private static func write(_ record: Record, to writer: inout JSONWriter) {
    writer.member("record", record.kind.name)
    writer.member("id", record.id.text)
    writer.key("fields")
    record.fields.write(to: &writer)
    writer.member("stamp", record.stamp.text)
    guard !record.exceptions.isEmpty else { return }
    writer.key("stamps")
    writer.beginObject()
    for (name, stamp) in record.exceptions { writer.member(name, stamp.text) }
    writer.endObject()
  }

  private static func write(_ mutation: Mutation, to writer: inout JSONWriter) {
    writer.member("mutation", mutation.id.text)
    writer.member("stamp", mutation.stamp.text)
    writer.member("at", mutation.at.text)
    writer.member("title", mutation.title)
    writer.member("line", mutation.line.text)
    writer.member("part", mutation.part)
    if let undoes = mutation.undoes { writer.member("undoes", undoes.text) }
    writer.key("changes")
    writer.beginArray()
    for change in mutation.changes { change.write(to: &writer) }
    writer.endArray()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  fileprivate mutating func member(_ name: String, _ value: Int64) {
    key(name)
    integer(value)
  }
}
