import Cairn
import CairnExchange
import CairnStore

extension Command<Surroundings> {
  static var export: Command {
    Command(
      "export",
      group: "Care",
      summary: "Write the log to a file, whole or for other programs.",
      discussion: """
        The whole log is one JSON object a line: records with all their fields and stamps, then \
        the history. Importing the file into an empty log gives the same log; its export is the \
        same file, byte for byte.

        csv writes a table each of books, editions, readings, passages, sessions, pauses, days, \
        goals and rests into a folder. goodreads writes a file that Goodreads and those that read \
        its exports take. ical writes a calendar of the sessions, without what they were about \
        unless --titles is given. Without a file, or with `-`, all but the tables go to standard \
        output.
        """,
      examples: [
        Example("cairn export > log.ndjson", "to a file of your choice"),
        Example("cairn export log.ndjson", "the same; the file must not exist yet"),
        Example("cairn export csv tables", "books.csv, sessions.csv and eight more"),
        Example("cairn export goodreads books.csv", "for programs that know Goodreads"),
        Example("cairn export ical sessions.ics --titles", "for a calendar"),
      ],
      arguments: [
        .repeating(
          "target",
          "csv, goodreads or ical, else the whole log; then the file, - or the folder.",
          completion: .files
        )
      ],
      options: [.flag("titles", "Let the calendar say what you read.")],
      action: { invocation, surroundings in
        let target = try ExportTarget(invocation.values("target"))
        let titles = invocation.flag("titles")
        return try await surroundings.withLog { log in
          let told = try await target.write(log, surroundings, titles: titles)
          if let told { surroundings.output.say(told) }
          return .done
        }
      }
    )
  }
}

extension Log {
  /// Writes the whole log to its target; leaves nothing when anything fails.
  func write(to sink: ExportSink) async throws -> (records: Int64, mutations: Int64) {
    do {
      let counts = try await writeLines { try sink.write($0) }
      try sink.finish()
      return counts
    } catch {
      sink.discard()
      throw error
    }
  }

  /// Writes the export in blocks of about 64 KiB; gives how much it holds.
  func writeLines(
    _ write: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws -> (records: Int64, mutations: Int64) {
    let buffer = ExportBuffer(write)
    try buffer.append(.header(version: LogLine.version))
    try await export(
      records: { try buffer.append(.record($0)) },
      mutations: { try buffer.append(.mutation($0)) }
    )
    return try buffer.end()
  }
}

/// Gathers lines of an export; used on one queue at a time, by the read that fills it.
private final class ExportBuffer: @unchecked Sendable {
  // Only the connection's queue touches it while the read lasts, and its caller afterwards.
  private let write: @Sendable ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []
  private var records: Int64 = 0
  private var mutations: Int64 = 0

  init(_ write: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.write = write
  }

  func append(_ line: LogLine) throws {
    switch line {
    case .record: records += 1
    case .mutation: mutations += 1
    default: break
    }
    var writer = JSONWriter(capacity: 512)
    line.write(to: &writer)
    bytes += writer.bytes
    bytes.append(0x0A)
    if bytes.count > 65_536 { try flush() }
  }

  func end() throws -> (records: Int64, mutations: Int64) {
    try append(.end(records: records, mutations: mutations))
    try flush()
    return (records, mutations)
  }

  private func flush() throws {
    try write(bytes)
    bytes = []
  }
}
