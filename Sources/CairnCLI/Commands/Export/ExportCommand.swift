import Cairn
import CairnServer
import CairnStore

extension Command<CommandContext> {
  static var export: Command {
    Command(
      "export",
      group: "Care",
      summary: "Write the log to a file, whole or for other programs.",
      discussion: """
        The whole log is one JSON object a line: records with all their fields and stamps, then \
        the history. Importing the file into an empty log gives the same log; its export is the \
        same file, byte for byte.

        csv writes a table each of \(tables.dropLast().joined(separator: ", ")) and \
        \(tables.last ?? "") into a folder; climbs and attempts write that table alone, and so does \
        facts, which is in no folder unless asked for: what is known of authors and books. goodreads writes a file that Goodreads and those that read \
        its exports take. ical writes a calendar of the sessions, without what they were about \
        unless --titles is given. Without a file, or with `-`, all but the tables go to standard \
        output.
        """,
      examples: [
        Example("cairn export > log.ndjson", "to a file of your choice"),
        Example("cairn export log.ndjson", "the same; the file must not exist yet"),
        Example("cairn export csv tables", "books.csv, sessions.csv and fourteen more"),
        Example("cairn export climbs climbs.csv", "a row for each climb, for a spreadsheet"),
        Example("cairn export facts facts.csv", "what you said of authors and books"),
        Example("cairn export goodreads books.csv", "for programs that know Goodreads"),
        Example("cairn export ical sessions.ics --titles", "for a calendar"),
      ],
      arguments: [
        .repeating(
          "target",
          "csv, climbs, attempts, facts, goodreads or ical, else the whole log; then the file, - or the folder.",
          completion: .files
        )
      ],
      options: [.flag("titles", "Let the calendar say what you read.")],
      action: { invocation, context in
        let target = try ExportTarget(invocation.values("target"))
        let titles = invocation.flag("titles")
        return try await context.withLog { log in
          let told = try await target.write(log, context, titles: titles)
          if let told { context.output.say(told) }
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
