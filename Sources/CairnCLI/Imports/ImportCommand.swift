extension Command<CommandContext> {
  static var importCommand: Command {
    Command(
      "import",
      summary: "Import data from another app.",
      discussion: """
        Importing a file twice changes nothing the second time. Your own edits stay. \
        An import is one history entry, so `cairn undo` undoes all of it. The history of an \
        exported log is merged into yours by time. The log is backed up \
        first. An empty log receives the file unchanged; undo that with `cairn restore`. `-` reads \
        standard input.
        """,
      examples: [
        Example("cairn import goodreads export.csv --dry-run", "preview the import"),
        Example("cairn import koreader statistics.sqlite3", "sessions of an e-reader"),
        Example("cairn import kobo KoboReader.sqlite", "books and sessions of a Kobo"),
        Example("cairn import tautulli tautulli.db --person anna", "audiobooks played with Plex"),
        Example(
          "cairn import audiobookshelf https://books.example.org",
          "listening sessions of a server"
        ),
        Example("cairn import cairn log.ndjson", "an exported log"),
        Example("cat statistics.sqlite3 | cairn import -", "the output of another command"),
        Example("cairn import export.csv", "detect the format"),
        Example("cairn import books.csv --map title=Buch --dates dmy", "any list of books"),
      ],
      arguments: [
        .repeating(
          "source",
          "The format (default: detected), then the file.",
          atLeastOne: true,
          completion: .files
        )
      ],
      options: [.flag("dry-run", "Preview the import without changing anything.")]
        + ImportChoices.options,
      action: { invocation, context in
        let choices = try ImportChoices(invocation)
        let source = try ImportSource(invocation.values("source"), choices)
        let isDry = invocation.flag("dry-run")
        return try await context.withLog { log in
          try await source.run(log, context, isDry: isDry)
        }
      }
    )
  }
}
