import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var bookDates: Command {
    Command(
      "dates",
      summary: "Set or clear when a book was started and finished.",
      discussion: """
        A date can be a day, a month or a year. A finish date marks a book that you are reading as \
        read. Without options, the dates are shown.
        """,
      examples: [
        Example("cairn book dates \"Dune\" --started 2025-02-01", "a day"),
        Example("cairn book dates \"Emma\" --finished 2019-06", "only the month is known"),
        Example("cairn book dates \"Dune\" --clear-finished", "the finish date is unknown"),
      ],
      arguments: [.bookWithDates],
      options: [
        .ofReading,
        .value("started", "DATE", "The start date."),
        .value("finished", "DATE", "The finish date."),
        .value("stopped", "DATE", "The date it was stopped or reset."),
        .flag("clear-started", "Clear the start date."),
        .flag("clear-finished", "Clear the finish date."),
        .flag("clear-stopped", "Clear the stop date."),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let edits = try await context.dateEdits(invocation, in: log)
          return try await context.changeReading(invocation, log, done: "Dates set") {
            guard edits != DateEdits() else { return }
            try EditReading($2?.reading.id, of: $1, edits, zone: context.zone.name).run(in: $0)
          }
        }
      }
    )
  }
}

extension Argument {
  static var bookWithDates: Argument {
    .required("book", BookReference.help, completion: .live("titles"))
  }
}

extension Option {
  static var ofReading: Option {
    .value("reading", "N", "The reading; the latest if not given.")
  }
}

extension CommandContext {
  fileprivate func dateEdits(_ invocation: Invocation, in log: Log) async throws -> DateEdits {
    let times = try await times(in: log)
    var edits = DateEdits()
    edits.started = try times.edit("started", invocation)
    edits.finished = try times.edit("finished", invocation)
    edits.stopped = try times.edit("stopped", invocation)
    return edits
  }

  /// Changes the reading of `--reading`, or the latest one, and shows it.
  func changeReading(
    _ invocation: Invocation,
    _ log: Log,
    done: String,
    _ rule: @escaping @Sendable (LogWriter, Identifier<Entry>, ReadingRow?) throws -> Void
  ) async throws -> ExitCode {
    let book = try await BookReference.find(invocation.required("book"), in: log)
    let before = try await log.readings(of: book.id)
    let named = try invocation.value("reading").map { (word) throws(CairnError) in
      try ReadingReference.find(word, among: before)
    }
    let hasChanged = try await log.write { writer in
      try rule(writer, book.id, named)
      return writer.hasChanges
    }
    let after = try await log.readings(of: book.id)
    let id = named?.reading.id ?? before.last?.reading.id
    guard let row = after.first(where: { $0.reading.id == id }) ?? after.last else {
      throw CairnError(
        "reading.read_through_not_found",
        "“\(book.title)” has not been read yet, so it has no dates.",
        hint: "Add a finish date with `cairn book dates BOOK --finished DATE`."
      )
    }
    show(row, of: book.title, hasChanged ? done : nil)
    return .done
  }
}

extension TimeReader {
  /// Returns the edit of `--NAME` or `--clear-NAME`; throws `usage.value` for both.
  fileprivate func edit(
    _ name: String,
    _ invocation: Invocation
  ) throws(CairnError) -> DateEdit {
    let given = try invocation.only(of: [name, "clear-\(name)"])
    guard let text = invocation.value(name) else { return given == nil ? .keep : .clear }
    return .set(try date(text))
  }
}
