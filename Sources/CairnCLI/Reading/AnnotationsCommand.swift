import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var annotations: Command {
    Command(
      "annotations",
      summary: "List highlights, notes and bookmarks.",
      discussion: """
        One book in page order, all books by date, latest first. They come from imports; \
        `cairn search` also searches their text.
        """,
      examples: [
        Example("cairn annotations --book \"Dune\"", "annotations of one book"),
        Example("cairn annotations --limit 5", "the latest five of all books"),
      ],
      options: [
        .value("book", "BOOK", "Only annotations of this book.", completion: .live("titles")),
        .limit, .all,
      ],
      subcommands: [deleteAnnotation],
      action: { invocation, context in
        _ = try invocation.limit()
        return try await context.withLog { log in
          var book: EntryRow?
          if let word = invocation.value("book") {
            book = try await BookReference.find(word, in: log)
          }
          let all = try await log.annotations(of: book?.id)
          let rows = context.cut(all, invocation, book == nil ? "newest" : "first")
          context.show(rows, titled: book == nil)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var deleteAnnotation: Command {
    Command(
      "delete",
      summary: "Delete an annotation; later imports keep it deleted.",
      examples: [Example("cairn annotations delete k3f9ab", "restore it with `cairn undo`")],
      arguments: [.required("annotation", "The id, from `cairn annotations`.")],
      action: { invocation, context in
        let word = invocation.required("annotation")
        return try await context.withLog { log in
          let row = try await log.annotation(word)
          try await log.write { try DeleteAnnotation(row.annotation.id).run(in: $0) }
          if context.wantsData {
            context.output.print(data: row)
          } else {
            context.output.info("Deleted an annotation of “\(row.title.visible)”.")
            context.output.info("Restore it with `cairn undo`.")
          }
          return .done
        }
      }
    )
  }
}

extension Log {
  /// Returns the highlight with an ID; throws `reading.annotation_not_found`.
  fileprivate func annotation(_ word: String) async throws -> AnnotationRow {
    let short = ShortID(text: word)
    let found = try await annotations().filter {
      $0.shortID == short || $0.annotation.id.record.text == word
    }
    guard found.count == 1, let row = found.first else {
      throw CairnError(
        "reading.annotation_not_found",
        found.isEmpty
          ? "There is no annotation “\(word)”." : "“\(word)” is the id of several annotations.",
        hint: "List annotations with `cairn annotations`; `--json` shows full ids."
      )
    }
    return row
  }
}

extension CommandContext {
  fileprivate func show(_ rows: [AnnotationRow], titled: Bool) {
    if wantsData { return output.print(data: rows) }
    if rows.isEmpty { return output.info("No annotations.") }
    for row in rows {
      output.print(heading(row, titled: titled))
      for line in (row.annotation.text ?? "").split(separator: "\n") {
        output.print("  \(String(line).visible)")
      }
    }
  }

  /// Returns `k3f9ab  Emma, page 12, highlight, Mon 5 Jan 2026 21:14`.
  private func heading(_ row: AnnotationRow, titled: Bool) -> String {
    let annotation = row.annotation
    let parts = [
      titled ? row.title.visible : nil,
      annotation.page.map { "page \($0)" } ?? annotation.location.map { "location \($0)" },
      annotation.form.name, annotation.made.map(text),
    ]
    let id = output.style.paint(row.shortID.text, .dim)
    return "\(id)  \(parts.compactMap(\.self).joined(separator: ", "))"
  }

  private func text(_ made: WallTime) -> String {
    let clock = made.second.map { padded($0 / 3_600, 2) + ":" + padded($0 / 60 % 60, 2) }
    return times.format.day(made.day) + (clock.map { " \($0)" } ?? "")
  }
}
