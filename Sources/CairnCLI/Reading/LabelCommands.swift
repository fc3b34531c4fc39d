import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var shelveBook: Command {
    labelling("shelve", .shelf, "Add a book to shelves.", "Book club") {
      ChangeLabels(.shelf, of: $0, add: $1)
    }
  }

  static var unshelveBook: Command {
    labelling("unshelve", .shelf, "Remove a book from shelves.", "Book club") {
      ChangeLabels(.shelf, of: $0, remove: $1)
    }
  }

  static var tagBook: Command {
    labelling("tag", .tag, "Tag a book.", "classic") { ChangeLabels(.tag, of: $0, add: $1) }
  }

  static var untagBook: Command {
    labelling("untag", .tag, "Remove tags from a book.", "classic") {
      ChangeLabels(.tag, of: $0, remove: $1)
    }
  }

  private static func labelling(
    _ name: String,
    _ kind: LabelKind,
    _ summary: String,
    _ example: String,
    _ act: @escaping @Sendable (Identifier<Entry>, [String]) -> ChangeLabels
  ) -> Command {
    Command(
      name,
      summary: summary,
      examples: [Example("cairn book \(name) \"Dune\" \"\(example)\"", "one or several")],
      arguments: [
        .book,
        .repeating(
          "names",
          "The \(kind.plural).",
          atLeastOne: true,
          completion: .live(kind.plural)
        ),
      ],
      action: { invocation, context in
        let names = invocation.rest
        return try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let known = try await log.labels(kind).map { folded($0.name) }
          try await log.write { try act(row.id, names).run(in: $0) }
          let all = try await log.labels(kind).map(\.name).filter { !known.contains(folded($0)) }
          for new in all where !context.wantsData {
            context.output.info("“\(new.visible)” is a new \(kind.name).")
          }
          return try await context.showLabels(kind, of: row.id, in: log)
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func showLabels(
    _ kind: LabelKind,
    of id: Identifier<Entry>,
    in log: Log
  ) async throws -> ExitCode {
    guard !wantsData, let row = try await log.book(id) else {
      return try await show(id, nil, in: log)
    }
    let names = (kind == .shelf ? row.shelves : row.tags)?.replacing("\n", with: ", ")
    output.info("“\(row.title.visible)”, \(kind.plural): \((names ?? "none").visible).")
    return .done
  }
}
