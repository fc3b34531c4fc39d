import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var bookReread: Command {
    Command(
      "reread",
      summary: "Start reading a book again, or add a past reading.",
      discussion: """
        Earlier readings keep their dates, ratings and sessions. With --finished it adds a past \
        reading and keeps the status of the book.
        """,
      examples: [
        Example("cairn book reread \"Dune\"", "from today, on the first page"),
        Example("cairn book reread \"Dune\" --finished 2010", "add a past reading of 2010"),
      ],
      arguments: [.bookWithDates],
      options: [
        .value("started", "DATE", "The start date (today)."),
        .value("finished", "DATE", "The finish date."),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let times = try await context.times(in: log)
          let started = try invocation.value("started").map { try times.date($0) }
          let finished = try invocation.value("finished").map { try times.date($0) }
          return try await context.addReading(invocation, log, started, finished)
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func addReading(
    _ invocation: Invocation,
    _ log: Log,
    _ started: PartialDay?,
    _ finished: PartialDay?
  ) async throws -> ExitCode {
    let book = try await BookReference.find(invocation.required("book"), in: log)
    let add = AddReading(of: book.id, from: started, to: finished, zone: zone.name)
    let id = try await log.write { try add.run(in: $0) }
    let after = try await log.readings(of: book.id)
    guard let row = after.first(where: { $0.reading.id == id }) else { return .refused }
    show(row, of: book.title, finished == nil ? "Started rereading" : "Added")
    return .done
  }
}
