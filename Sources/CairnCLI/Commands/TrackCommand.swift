import Cairn
import CairnStore

extension Command<Surroundings> {
  static var track: Command {
    Command(
      "track",
      group: "Sessions",
      summary: "Record a session that has happened.",
      reads: true,
      examples: [
        Example("cairn track 20:00-21:15 \"Dune\" --pages 30", "read earlier today"),
        Example("cairn track \"yesterday 23:30-00:20\" \"Dune\"", "over midnight"),
        Example("cairn track 9am-11am \"Dune\" --adjust", "neighbours make room"),
      ],
      arguments: [
        .required("time", "When: 20:00-21:15, \"yesterday 9pm-10pm\".", allowsMinus: true),
        .repeating(
          "book",
          "read and the book, or the book alone.",
          atLeastOne: true,
          completion: .live("titles")
        ),
      ],
      options: [
        .startPage, .page, .value("pages", "N", "How many pages you read."), .note, .moodBefore,
        .moodAfter, .place, .newBook, .author, .pageCount, .allowShort, .adjust,
      ],
      action: { invocation, surroundings in
        let time = try surroundings.range(invocation.required("time"))
        return try await surroundings.withLog { log in
          let book = try await invocation.bookToTrack(in: log)
          let (row, entry, finished) = try await surroundings.track(
            time,
            book,
            invocation,
            in: log
          )
          surroundings.sayIfNew(book, entry, invocation)
          let exit = surroundings.showEnded(row, "Tracked")
          try await surroundings.sayIfAtEnd(entry, finished: finished, in: log)
          return exit
        }
      }
    )
  }
}

extension Option {
  static var adjust: Option {
    .flag("adjust", "Shorten other sessions to make room instead of refusing.")
  }
}

extension Invocation {
  /// The book to track: the words after `read`, or all of them.
  fileprivate func bookToTrack(in log: Log) async throws -> BookToRead {
    let words = values("book")
    let title = (words.count > 1 && words[0] == "read" ? Array(words.dropFirst()) : words)
      .joined(separator: " ")
    let new = NewBook(
      title: title,
      authors: values("author"),
      pages: try integer("page-count", in: 1...100_000)
    )
    return try await BookReference.findOrNew(title, isNew: flag("new"), new, in: log)
  }
}

extension Surroundings {
  fileprivate func track(
    _ time: Range<Instant>,
    _ book: BookToRead,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> (SessionRow, Identifier<Entry>, finished: Identifier<Entry>?) {
    let segments = [Segment(start: time.lowerBound, end: time.upperBound)]
    let (page, pages) = (
      try invocation.integer("page"), try invocation.integer("pages", in: 0...100_000)
    )
    let sitting = try SittingWords(invocation, before: "mood-before", after: "mood-after")
    let first = try invocation.integer("start-page")
    let (note, zone) = (invocation.value("note"), zone.name)
    let (adjust, short) = (invocation.flag("adjust"), invocation.flag("allow-short"))
    return try await log.write("Track") { writer in
      let entry = try book.id(in: writer, zone: zone)
      let session = try writer.trackReading(
        entry,
        segments,
        zone: zone,
        note: note,
        from: first,
        pages: pages,
        reaching: page,
        adjust: adjust,
        allowShort: short
      )
      try sitting.apply(to: session.id, in: writer)
      return (try writer.row(session.id), entry, writer.finished)
    }
  }
}
