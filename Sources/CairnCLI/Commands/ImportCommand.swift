import Cairn
import CairnExchange
import CairnStore

extension Command<CommandContext> {
  static var importCommand: Command {
    Command(
      "import",
      group: "Books",
      summary: "Bring in what other programs recorded.",
      discussion: """
        Importing a file twice changes nothing the second time. What you changed yourself stays. \
        An import is one line of history: `cairn undo` takes all of it back. The lines of an \
        exported log join the history as well, each in its place in time. The log is backed up \
        before; into an empty one it comes as it is, and `cairn restore` takes it back. `-` reads \
        standard input.
        """,
      reads: true,
      examples: [
        Example("cairn import goodreads export.csv --dry-run", "shows what would happen"),
        Example("cairn import koreader statistics.sqlite3", "the sessions of an e-reader"),
        Example("cairn import kobo KoboReader.sqlite", "what a Kobo knows of books and sessions"),
        Example("cairn import tautulli tautulli.db --person anna", "audiobooks heard with Plex"),
        Example("cairn import audiobookshelf https://books.example.org", "what was listened to"),
        Example("cairn import cairn log.ndjson", "an exported log"),
        Example("cat statistics.sqlite3 | cairn import -", "what another command writes"),
        Example("cairn import export.csv", "looks at the file to tell its format"),
        Example("cairn import books.csv --map title=Buch --dates dmy", "any list of books"),
      ],
      arguments: [
        .repeating(
          "source",
          "The format, unless the file is to tell it, then the file.",
          atLeastOne: true,
          completion: .files
        )
      ],
      options: [.flag("dry-run", "Show what would happen, and change nothing.")]
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
