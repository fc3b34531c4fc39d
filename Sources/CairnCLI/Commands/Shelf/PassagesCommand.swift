import Cairn
import CairnStore

extension Command<Surroundings> {
  static var passages: Command {
    Command(
      "passages",
      group: "Books",
      summary: "List what was marked in books: highlights, notes and bookmarks.",
      discussion: """
        Of one book in its order, of all books the latest first. They come from imports; \
        `cairn search` finds a book by their words.
        """,
      reads: true,
      examples: [
        Example("cairn passages --book \"Dune\"", "what was marked in it"),
        Example("cairn passages --limit 5", "the latest five of all books"),
      ],
      options: [
        .value("book", "BOOK", "Only passages of this book.", completion: .live("titles")),
        .limit, .all,
      ],
      subcommands: [deletePassage],
      action: { invocation, surroundings in
        _ = try invocation.limit()
        return try await surroundings.withLog { log in
          var book: EntryRow?
          if let word = invocation.value("book") {
            book = try await BookReference.find(word, in: log)
          }
          let all = try await log.passages(of: book?.id)
          let rows = surroundings.cut(all, invocation, book == nil ? "newest" : "first")
          surroundings.show(rows, titled: book == nil)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }

  private static var deletePassage: Command {
    Command(
      "delete",
      group: "Books",
      summary: "Delete a passage; importing it again leaves it deleted.",
      reads: true,
      examples: [Example("cairn passages delete k3f9ab", "`cairn undo` brings it back")],
      arguments: [.required("passage", "Its id in `passages`.")],
      action: { invocation, surroundings in
        let word = invocation.required("passage")
        return try await surroundings.withLog { log in
          let row = try await log.passage(word)
          try await log.write("Delete a passage") {
            try $0.deletePassage(row.passage.id, of: row.title)
          }
          if surroundings.wantsJSON {
            surroundings.output.print(row.json.text)
          } else {
            surroundings.output.say("Deleted a passage of “\(row.title.visible)”.")
            surroundings.output.say("`cairn undo` brings it back.")
          }
          return .done
        }
      }
    )
  }
}

extension Log {
  /// The passage of that id; throws `reading.no_such_passage`.
  fileprivate func passage(_ word: String) async throws -> PassageRow {
    let short = ShortID(text: word)
    let found = try await passages().filter {
      $0.shortID == short || $0.passage.id.record.text == word
    }
    guard found.count == 1, let row = found.first else {
      throw CairnError(
        "reading.no_such_passage",
        found.isEmpty
          ? "There is no passage “\(word)”." : "“\(word)” is the id of several passages.",
        hint: "`cairn passages` lists them; `--json` shows whole ids."
      )
    }
    return row
  }
}

extension Surroundings {
  fileprivate func show(_ rows: [PassageRow], titled: Bool) {
    if wantsJSON { return printJSON(rows.map(\.json)) }
    if rows.isEmpty { return output.say("No passages.") }
    for row in rows {
      output.print(heading(row, titled: titled))
      for line in (row.passage.text ?? "").split(separator: "\n") {
        output.print("  \(String(line).visible)")
      }
    }
  }

  /// `k3f9ab  Emma, page 12, highlight, Mon 5 Jan 2026 21:14`.
  private func heading(_ row: PassageRow, titled: Bool) -> String {
    let passage = row.passage
    let parts = [
      titled ? row.title.visible : nil,
      passage.page.map { "page \($0)" } ?? passage.location.map { "location \($0)" },
      passage.form.name, passage.made.map(text),
    ]
    let id = output.style.paint(row.shortID.text, .dim)
    return "\(id)  \(parts.compactMap(\.self).joined(separator: ", "))"
  }

  private func text(_ made: WallTime) -> String {
    let clock = made.second.map { padded($0 / 3_600, 2) + ":" + padded($0 / 60 % 60, 2) }
    return times.format.day(made.day) + (clock.map { " \($0)" } ?? "")
  }
}
