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
  public static let version: Int64 = 2
}

extension LogLine {
  /// Appends the line with its line feed; one form for one value.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
    case .header(let version):
      writer.member("cairn", version)
    case .record(let record):
      record.writeMembers(to: &writer)
    case .mutation(let mutation):
      mutation.writeMembers(to: &writer)
    case .end(let records, let mutations):
      writer.member("end", 1)
      writer.member("records", records)
      writer.member("mutations", mutations)
    }
    writer.endObject()
  }
}
