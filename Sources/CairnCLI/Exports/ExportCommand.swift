import CairnStore
import CairnTransfer

extension Command<CommandContext> {
  static var export: Command {
    Command(
      "export",
      summary: "Export the log to a file.",
      discussion: """
        The full export has one JSON object per line: records with all their fields and stamps, then \
        the history. Importing it into an empty log gives an identical log, whose export is the \
        same file, byte for byte.

        csv writes one table each of \(tables.dropLast().joined(separator: ", ")) and \
        \(tables.last ?? "") into a folder. climbs, attempts and facts write one table; facts, the \
        details of authors and books, is not part of the folder. goodreads writes a file for \
        Goodreads and apps that read its exports. ical writes a calendar of the sessions, without titles \
        unless you give --titles. Without a file, or with `-`, everything but csv goes to standard \
        output.
        """,
      printsJSON: false,
      examples: [
        Example("cairn export > log.ndjson", "to a file of your choice"),
        Example("cairn export log.ndjson", "to a file that does not exist yet"),
        Example("cairn export csv tables", "books.csv, sessions.csv and fourteen more"),
        Example("cairn export climbs climbs.csv", "one row per climb, for a spreadsheet"),
        Example("cairn export facts facts.csv", "details of authors and books"),
        Example("cairn export goodreads books.csv", "for Goodreads"),
        Example("cairn export ical sessions.ics --titles", "for a calendar app"),
      ],
      arguments: [
        .repeating(
          "target",
          "csv, climbs, attempts, facts, goodreads or ical (default: the full log); then the file, - or the folder.",
          completion: .files
        )
      ],
      options: [.flag("titles", "Include titles in the calendar.")],
      action: { invocation, context in
        let target = try ExportTarget(invocation.values("target"))
        let titles = invocation.flag("titles")
        return try await context.withLog { log in
          let confirmation = try await target.write(log, context, titles: titles)
          if let confirmation { context.output.info(confirmation) }
          return .done
        }
      }
    )
  }

  private static var tables: [String] { ExportTable.names }
}

extension Log {
  /// Writes the whole log to the sink, which leaves no file after an error.
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
}
