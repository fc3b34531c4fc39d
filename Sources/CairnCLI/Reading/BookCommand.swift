import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var book: Command {
    Command(
      "book",
      summary: "Add and edit books.",
      subcommands: [
        addBook, showBook, editBook, bookStatus, rateBook, bookDates, bookReread, bookReadings,
        bookReading, bookPage, bookPages, shelveBook, unshelveBook, tagBook, untagBook, mergeBooks,
        deleteBook, restoreBook,
      ]
    )
  }

  private static var showBook: Command {
    Command(
      "show",
      summary: "Show a book with the totals of its sessions.",
      examples: [Example("cairn book show \"Dune\"", "dates, position, hours")],
      arguments: [.book],
      action: { invocation, context in
        try await context.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          return try await context.show(row.id, nil, in: log)
        }
      }
    )
  }
}

extension Argument {
  static var book: Argument {
    .required("book", BookReference.help, completion: .live("titles"))
  }
}

extension CommandContext {
  func change(
    _ invocation: Invocation,
    _ rule: @escaping @Sendable (LogWriter, Identifier<Entry>) throws -> Void
  ) async throws -> ExitCode {
    try await withLog { log in
      let row = try await BookReference.find(invocation.required("book"), in: log)
      try await log.write { try rule($0, row.id) }
      return try await show(row.id, "Edited", in: log)
    }
  }

  /// Shows a book in full, or in one line after the change `done`.
  func show(
    _ id: Identifier<Entry>,
    _ done: String?,
    in log: Log
  ) async throws -> ExitCode {
    guard let book = try await log.details(of: id) else { return .refused }
    if wantsData {
      output.print(data: book)
    } else if let done {
      output.info("\(done): \(summary(book.row))")
    } else {
      let annotations = try await log.annotations(of: id).count
      let readings = try await log.readings(of: id, summed: false)
      show(book.row, book.totals, readings, book.editions.count, annotations)
      if let described = try await log.describedBook(id) { showFacts(described) }
    }
    return .done
  }
}
