import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var bookReadings: Command {
    Command(
      "readings",
      summary: "List the readings of a book, oldest first.",
      examples: [Example("cairn book readings \"Dune\"", "dates, rating, sessions of each")],
      arguments: [.bookWithDates],
      options: [.flag("deleted", "Include deleted readings.")],
      action: { invocation, context in
        try await context.withLog { log in
          let book = try await BookReference.find(invocation.required("book"), in: log)
          let deleted = invocation.flag("deleted")
          let rows = try await log.readings(of: book.id, deleted: deleted)
          context.show(rows)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }

  static var bookReading: Command {
    Command(
      "reading",
      summary: "Show, edit, delete or restore a reading.",
      examples: [
        Example("cairn book reading \"Dune\" --rating 4.5", "the latest one"),
        Example(
          "cairn book reading \"Dune\" 1 --outcome did-not-finish",
          "you did not finish the first reading"
        ),
        Example("cairn book reading \"Dune\" 1 --delete", "restore it with --restore"),
      ],
      arguments: [.bookWithDates, .optional("reading", ReadingReference.help)],
      options: [
        .value("rating", "STARS", "Stars in quarters up to 5, or none."),
        .value("reason", "TEXT", "The reason for stopping, or none."),
        .value(
          "outcome",
          "WORD",
          "The outcome: finished, did-not-finish or reset; or open.",
          completion: .values(ReadingEdits.outcomes.map(\.word))
        ),
        .flag("delete", "Delete it; its sessions still count."),
        .flag("restore", "Restore it."),
      ],
      action: { invocation, context in
        let edits = try ReadingEdits(invocation)
        return try await context.withLog { log in
          if invocation.flag("delete") || invocation.flag("restore") {
            return try await context.deleteOrRestore(invocation, in: log)
          }
          return try await context.edit(invocation, edits, in: log)
        }
      }
    )
  }

  static var rateBook: Command {
    Command(
      "rate",
      summary: "Rate a book, in quarter stars.",
      discussion: """
        Rates the book. With --reading it rates one reading, which counts \
        in the year it was finished.
        """,
      examples: [
        Example("cairn book rate \"Dune\" 4.5", "four and a half stars"),
        Example("cairn book rate \"Dune\" none", "clear the rating"),
      ],
      arguments: [.bookWithDates, .required("rating", "Stars in quarters up to 5, or none.")],
      options: [.value("reading", "N", "Rate one reading, by its number or id.")],
      action: { invocation, context in
        let rating = try invocation.rating()
        guard invocation.value("reading") != nil else {
          var edit = BookEdit()
          edit.rating = rating
          let rated = edit
          return try await context.change(invocation) { try EditBook($1, rated).run(in: $0) }
        }
        var edits = ReadingEdits()
        edits.rating = rating
        let rated = edits
        return try await context.withLog { log in
          try await context.edit(invocation, rated, in: log)
        }
      }
    )
  }
}

extension Invocation {
  /// Returns `4`, `4.5` or `4.25` in quarters; the inner nil is `none`, the outer one no option.
  ///
  /// Throws `usage.value`.
  fileprivate func rating() throws(CairnError) -> Int64?? {
    guard let text = value("rating") else { return .none }
    if text == "none" { return .some(nil) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fractions = ["": 0, "0": 0, "00": 0, "25": 1, "5": 2, "50": 2, "75": 3] as [String: Int64]
    guard (1...2).contains(parts.count), let whole = Int64(parts[0]), (0...5).contains(whole),
      let fraction = fractions[parts.count == 2 ? String(parts[1]) : ""],
      Entry.ratings.contains(whole * 4 + fraction)
    else {
      throw CairnError(
        "usage.value",
        "A rating is 0.25 to 5 in quarters, or none, not “\(text)”.",
        hint: "For example: 4.5."
      )
    }
    return whole * 4 + fraction
  }
}

extension ReadingEdits {
  /// The outcomes of a reading; `open` reopens it.
  static let outcomes: [(word: String, outcome: ReadThrough.Outcome?)] = [
    ("finished", .finished), ("did-not-finish", .gaveUp), ("reset", .reset), ("open", nil),
  ]

  /// Reads `--rating`, `--reason` and `--outcome`; throws `usage.value`.
  fileprivate init(_ invocation: Invocation) throws(CairnError) {
    self.init()
    reason = invocation.value("reason").map { $0 == "none" ? "" : $0 }
    rating = try invocation.rating()
    let word = try invocation.choice("outcome", of: Self.outcomes.map(\.word))
    outcome = Self.outcomes.first { $0.word == word }.map(\.outcome)
  }
}

extension CommandContext {
  /// Changes the details of the named reading, or of the latest one.
  fileprivate func edit(
    _ invocation: Invocation,
    _ edits: ReadingEdits,
    in log: Log
  ) async throws -> ExitCode {
    try await changeReading(invocation, log, done: "Edited") {
      guard !edits.isEmpty else { return }
      let edit = EditReading($2?.reading.id, of: $1, DateEdits(), edits, zone: self.zone.name)
      try edit.run(in: $0)
    }
  }

  fileprivate func deleteOrRestore(
    _ invocation: Invocation,
    in log: Log
  ) async throws -> ExitCode {
    let restores = invocation.flag("restore")
    let book = try await BookReference.find(invocation.required("book"), in: log)
    guard let word = invocation.value("reading") else {
      throw CairnError(
        "usage.missing",
        "The reading to restore is missing.",
        hint: "Give its id from `cairn book readings BOOK --deleted`."
      )
    }
    let all = try await log.readings(of: book.id, deleted: restores)
    let row = try ReadingReference.find(word, among: all)
    try await log.write { writer in
      if restores { return try RestoreReading(row.reading.id, of: book.id).run(in: writer) }
      try DeleteReading(row.reading.id, of: book.id).run(in: writer)
    }
    let after = try await log.readings(of: book.id, deleted: true)
    guard let now = after.first(where: { $0.reading.id == row.reading.id }) else { return .refused }
    show(now, of: book.title, restores ? "Restored" : "Deleted")
    if !restores, !wantsData {
      let line = "cairn book reading \(book.shortID.text) \(row.shortID.text) --restore"
      output.info("  Restore it with `\(line)`.")
    }
    return .done
  }
}
