import Cairn
import CairnStore

extension Command<Surroundings> {
  static var shelf: Command {
    Command(
      "shelf",
      group: "Books",
      summary: "List the books.",
      reads: true,
      examples: [
        Example("cairn shelf reading", "those you are reading"),
        Example("cairn shelf --search herbert", "by title or author"),
      ],
      arguments: [.optional("status", "Only this status.", completion: .values(statusNames))],
      options: [.value("search", "TEXT", "Only titles and authors that hold this.")],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let status = try invocation.choice("status", of: statusNames)
            .flatMap { ReadingStatus(name: $0.replacing("-", with: "_")) }
          let all =
            if let text = invocation.value("search") {
              try await log.books(matching: text)
            } else {
              try await log.books(status)
            }
          let statuses = status.map { [$0] } ?? ReadingStatus.all
          let rows = statuses.flatMap { status in all.filter { $0.status == status } }
          surroundings.show(rows)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }

  static var book: Command {
    Command(
      "book",
      group: "Books",
      summary: "Add a book, or change one.",
      subcommands: [
        addBook, showBook, bookStatus, bookDates, bookReread, bookReadings, bookReading, bookPage,
        bookPages, deleteBook,
      ]
    )
  }

  private static var addBook: Command {
    Command(
      "add",
      group: "Books",
      summary: "Put a book on the shelf.",
      reads: true,
      examples: [
        Example("cairn book add \"Dune\" --author \"Frank Herbert\"", "to read it one day"),
        Example("cairn book add \"Emma\" --page-count 474 --status read", "finished today"),
      ],
      arguments: [.required("title", "The title.")],
      options: [
        .author, .pageCount, .value("isbn", "ISBN", "Its ISBN, 10 or 13 digits."),
        .value("status", "STATUS", "to-read unless given.", completion: .values(statusNames)),
      ],
      action: { invocation, surroundings in
        let new = try invocation.newBook()
        let zone = surroundings.zone.name
        return try await surroundings.withLog { log in
          if let same = try await log.books(titled: new.title).first {
            surroundings.output.warn(
              "Note: another “\(same.title.visible)” (\(same.shortID.text)) was there already; "
                + "`cairn undo` takes this one back."
            )
          }
          let book = try await log.write("Add a book") { try $0.add(new, zone: zone) }
          return try await surroundings.show(book.entry.id, "Added", in: log)
        }
      }
    )
  }

  private static var showBook: Command {
    Command(
      "show",
      group: "Books",
      summary: "Show a book and what its sessions add up to.",
      reads: true,
      examples: [Example("cairn book show \"Dune\"", "dates, place, hours")],
      arguments: [book_],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          return try await surroundings.show(row.id, nil, in: log)
        }
      }
    )
  }

  private static var bookStatus: Command {
    Command(
      "status",
      group: "Books",
      summary: "Change how you stand to a book.",
      discussion: "Start and finish days are set when there are none yet.",
      reads: true,
      examples: [Example("cairn book status \"Dune\" read", "finished today")],
      arguments: [book_, .required("status", "The new status.", completion: .values(statusNames))],
      options: [.value("reason", "TEXT", "Why you did not finish it.")],
      action: { invocation, surroundings in
        let word = try invocation.choice("status", of: statusNames) ?? ""
        guard let status = ReadingStatus(name: word.replacing("-", with: "_")) else {
          return .usage
        }
        let (reason, zone) = (invocation.value("reason"), surroundings.zone.name)
        return try await surroundings.change(invocation) {
          try $0.become(status, $1, reason: reason, zone: zone)
        }
      }
    )
  }

  private static var bookPage: Command {
    Command(
      "page",
      group: "Books",
      summary: "Note the page you are at, without a session.",
      reads: true,
      examples: [Example("cairn book page \"Dune\" 220", "moves the bookmark")],
      arguments: [book_, .required("page", "The page.")],
      action: { invocation, surroundings in
        let (page, zone) = (try invocation.integer("page") ?? 0, surroundings.zone.name)
        return try await surroundings.change(invocation) { writer, id in
          let today = try writer.day(at: writer.now, zone: zone)
          try writer.reach(try writer.book(id).page(page), in: id, today: today)
        }
      }
    )
  }

  private static var bookPages: Command {
    Command(
      "pages",
      group: "Books",
      summary: "Change how many pages a book has.",
      reads: true,
      examples: [Example("cairn book pages \"Dune\" 512", "your place keeps its fraction")],
      arguments: [book_, .required("pages", "How many pages.")],
      action: { invocation, surroundings in
        let pages = try invocation.integer("pages") ?? 0
        return try await surroundings.change(invocation) { try $0.setPages(pages, of: $1) }
      }
    )
  }

  private static var deleteBook: Command {
    Command(
      "delete",
      group: "Books",
      summary: "Take a book off the shelf; its hours stay.",
      discussion: "While a session of it is open it is refused, unless --yes throws that away.",
      examples: [Example("cairn book delete \"Dune\"", "`cairn undo` brings it back")],
      arguments: [book_],
      options: [.flag("yes", short: "y", "Throw an open session of it away as well.")],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let row = try await BookReference.find(invocation.required("book"), in: log)
          let yes = invocation.flag("yes")
          let open = try await log.write("Delete a book") {
            try $0.deleteBook(row.id, withOpenSession: yes)
          }
          let now = surroundings.now
          let lost = open.map { surroundings.text($0.timeline.active(until: now)) }
          surroundings.output.say(
            "Deleted “\(row.title.visible)”"
              + (lost.map { " and its open session of \($0); its other" } ?? "; its")
              + " sessions stay. `cairn undo` brings \(lost == nil ? "it" : "both") back."
          )
          return .done
        }
      }
    )
  }

  private static var book_: Argument {
    .required("book", BookReference.help, completion: .live("titles"))
  }

  /// The statuses as they are typed.
  static var statusNames: [String] {
    ReadingStatus.all.map { $0.name.replacing("_", with: "-") }
  }
}

extension Invocation {
  fileprivate func newBook() throws(CairnError) -> NewBook {
    let word = try choice("status", of: Command<Surroundings>.statusNames) ?? "to-read"
    return NewBook(
      title: required("title"),
      authors: values("author"),
      pages: try integer("page-count", in: 1...100_000),
      isbn: try value("isbn").map { (text) throws(CairnError) in try ISBN(text).text },
      status: ReadingStatus(name: word.replacing("-", with: "_")) ?? .toRead
    )
  }
}

extension Surroundings {
  /// Changes a book and shows it.
  fileprivate func change(
    _ invocation: Invocation,
    _ rule: @escaping @Sendable (LogWriter, Identifier<Entry>) throws -> Void
  ) async throws -> ExitCode {
    try await withLog { log in
      let row = try await BookReference.find(invocation.required("book"), in: log)
      try await log.write("Change a book") { try rule($0, row.id) }
      return try await show(row.id, "Changed", in: log)
    }
  }

  fileprivate func show(
    _ id: Identifier<Entry>,
    _ done: String?,
    in log: Log
  ) async throws -> ExitCode {
    guard let row = try await log.book(id) else { return .refused }
    let totals = try await log.totals(of: id)
    if wantsJSON {
      output.print(row.json(with: totals).text)
    } else if let done {
      output.say("\(done): \(summary(row))")
    } else {
      show(row, totals, try await log.readings(of: id))
    }
    return .done
  }

  private func summary(_ row: EntryRow) -> String {
    let by = row.authors.map { " by \($0)" } ?? ""
    let at = row.position.map { ", \(place($0))" } ?? ""
    return "“\(row.title)”\(by) (\(row.shortID.text)), \(row.status.label)\(at)".visible
  }

  private func show(_ row: EntryRow, _ totals: EntryTotals, _ readings: [ReadingRow]) {
    output.print(
      output.style.paint(row.title.visible, .title)
        + (row.authors.map { " by \($0.visible)" } ?? "")
    )
    let facts: [(String, String?)] = [
      ("id", row.shortID.text), ("series", row.series), ("status", row.status.label),
      ("place", row.position.map(place)), ("pages", row.pages.map { String($0) }),
      ("shelves", row.shelves?.replacing("\n", with: ", ")), ("rating", row.rating.map(stars)),
    ]
    for (name, value) in facts + dates(row, readings) + [("read", read(totals))] {
      guard let value, !value.isEmpty else { continue }
      output.print("  \(name.padding(to: 9))\(value.visible)")
    }
  }

  private func read(_ totals: EntryTotals) -> String {
    let pages = counted(totals.pages, "page")
    return "\(text(totals.time)) in \(counted(totals.sessions, "session")), \(pages)"
  }

  fileprivate func show(_ rows: [EntryRow]) {
    if wantsJSON { return printJSON(rows.map(\.json)) }
    if rows.isEmpty { return output.say("No books.") }
    var table = Table(
      .init("id"),
      .init("status"),
      .init("title", canShrink: true),
      .init("by", canShrink: true),
      .init("place"),
      .init("finished")
    )
    for row in rows {
      let percent = row.position?.hundredths(in: row.pages).map { "\($0 / 100) %" }
      let place = percent ?? row.position.map(place)
      table.append(
        .init(row.shortID.text, .dim),
        .init(row.status.label),
        .init(row.title),
        .init(row.authors ?? ""),
        .init(place ?? ""),
        .init(row.shownFinish?.text ?? "")
      )
    }
    output.print(lines: table.lines(width: output.standardOutput.columns, style: output.style))
  }
}

extension EntryRow {
  fileprivate func json(with totals: EntryTotals) -> JSON {
    guard case .object(let members) = json else { return json }
    return .object(
      members + [
        .init("sessions", .integer(totals.sessions)),
        .init("active_seconds", .integer(totals.time.count / 1_000)),
        .init("pages_read", .integer(totals.pages)),
      ]
    )
  }
}

extension String {
  /// Blanks after the text up to `width` characters.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
