import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var shelves: Command {
    labels(.shelf, "List your shelves with their number of books.", "Book club")
  }

  static var tags: Command {
    labels(.tag, "List your tags with their number of books.", "classic")
  }

  private static func labels(_ kind: LabelKind, _ summary: String, _ example: String) -> Command {
    Command(
      kind.plural,
      summary: summary,
      examples: [Example("cairn \(kind.plural)", "all of them")],
      subcommands: [rename(kind, example), delete(kind, example)],
      action: { _, context in
        try await context.withLog { log in
          let rows = try await log.labels(kind)
          context.show(rows, kind)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static func rename(_ kind: LabelKind, _ example: String) -> Command {
    Command(
      "rename",
      summary: "Rename a \(kind.name) on all books.",
      discussion: "Renaming to an existing name merges the two. Undo it with `cairn undo`.",
      examples: [Example("cairn \(kind.plural) rename \"\(example)\" \"other\"", "on all books")],
      arguments: [
        .required("name", "The \(kind.name).", completion: .live(kind.plural)),
        .required("other", "The new name."),
      ],
      action: { invocation, context in
        let (name, other) = (invocation.required("name"), invocation.required("other"))
        return try await context.withLog { log in
          let count = try await log.write { try RenameLabel(kind, name, to: other).run(in: $0) }
          let books = counted(count, "book")
          try await context.show(
            "Renamed “\(name.visible)” to “\(other.visible)” on \(books).",
            kind,
            in: log
          )
          return .done
        }
      }
    )
  }

  private static func delete(_ kind: LabelKind, _ example: String) -> Command {
    Command(
      "delete",
      summary: "Delete a \(kind.name); its books stay.",
      examples: [
        Example("cairn \(kind.plural) delete \"\(example)\"", "undo it with `cairn undo`")
      ],
      arguments: [.required("name", "The \(kind.name).", completion: .live(kind.plural))],
      action: { invocation, context in
        let name = invocation.required("name")
        return try await context.withLog { log in
          let count = try await log.write { try DeleteLabel(kind, name).run(in: $0) }
          let books = counted(count, "book")
          try await context.show(
            "Deleted the \(kind.name) “\(name.visible)” from \(books). "
              + "Restore it with `cairn undo`.",
            kind,
            in: log
          )
          return .done
        }
      }
    )
  }
}

extension CommandContext {
  /// Confirms a change of a label; with `--json`, lists all labels of the kind.
  fileprivate func show(_ done: String, _ kind: LabelKind, in log: Log) async throws {
    guard wantsData else { return output.info(done) }
    output.print(data: try await log.labels(kind))
  }

  fileprivate func show(_ rows: [LabelRow], _ kind: LabelKind) {
    if wantsData { return output.print(data: rows) }
    if rows.isEmpty { return output.info("No \(kind.plural).") }
    var table = Table(
      .init(kind.name, canShrink: true),
      .init("books", isNumber: true),
      .init("read", isNumber: true),
      .init("reading", isNumber: true)
    )
    for row in rows {
      table.append(
        .init(row.name),
        .init("\(row.books)"),
        .init("\(row.read)"),
        .init("\(row.reading)")
      )
    }
    output.print(table)
  }
}
