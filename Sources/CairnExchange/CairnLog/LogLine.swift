public import Cairn

/// One line of an exported log, see `docs/schema/cairn-log.schema.json`.
///
/// The header comes first, then records sorted by kind and id, mutations sorted by stamp, and
/// the end, whose counts reveal a truncated file.
public enum LogLine: Sendable {
  /// The format version; see ``version``.
  case header(version: Int64)
  /// A record with its stamps.
  case record(Record)
  /// A mutation: an entry of the history.
  case mutation(Mutation)
  /// The number of records and mutations in the file.
  case end(records: Int64, mutations: Int64)

  /// The version that this library writes, and the newest that it reads.
  public static let version: Int64 = 3
}

extension LogLine {
  /// Appends the line with its line feed, in a canonical form.
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
