import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var track: Command {
    Command(
      "track",
      group: "Sessions",
      summary: "Track a past session.",
      reads: true,
      examples: [
        Example("cairn track 20:00-21:15 \"Dune\" --pages 30", "reading earlier today"),
        Example("cairn track \"yesterday 23:30-00:20\" \"Dune\"", "over midnight"),
        Example("cairn track 20:00-21:15 \"Dune\" --percent 42.5", "an e-book, to that position"),
        Example("cairn track 9am-11am \"Dune\" --adjust", "trim overlapping sessions"),
        Example("cairn track 20:00-21:15 listen \"Emma\" --completed", "a story, finished"),
        Example("cairn track 18:00-20:15 climb --discipline sport", "an evening of climbing"),
      ],
      arguments: [
        .required("time", "The time: 20:00-21:15, \"yesterday 9pm-10pm\".", allowsMinus: true),
        .repeating(
          "book",
          """
          \(BookReference.help) You may put read before it. After listen, give a story; \
          climb stands alone.
          """,
          atLeastOne: true,
          completion: .live("titles")
        ),
      ],
      options: [
        .startPage, .page, .percent, .location,
        .value("pages", "N", "The number of pages read, instead of the end page."), .note,
        .moodBefore,
        .moodAfter, .place, .newBook, .newAuthor, .pageCount, .allowShort, .allowLong, .allowFast,
        .adjust, .series,
      ] + .audio + .listening + .climbing,
      action: { invocation, context in
        let time = try context.range(invocation)
        if invocation.values("book") == ["climb"] {
          return try await context.trackClimbing(time, invocation)
        }
        if let title = invocation.storyToTrack {
          return try await context.trackListening(title, time, invocation)
        }
        if let module = context.activity(invocation) {
          return try await context.trackActivity(module, time, invocation)
        }
        try invocation.requireKind(of: Reading.kind, in: context.modules)
        return try await context.withLog { log in
          let book = try await invocation.bookToTrack(in: log)
          let (row, effects) = try await context.track(time, book, invocation, in: log)
          if let entry = row.entry { context.reportIfNew(book, entry, invocation) }
          let exit = context.showEnded(row, "Tracked")
          context.report(effects.bookmark)
          if let entry = row.entry {
            try await context.reportIfFinished(entry, finished: effects.finished, in: log)
          }
          return exit
        }
      }
    )
  }
}

extension Option {
  static var adjust: Option {
    .flag("adjust", "Trim overlapping sessions.")
  }
}

extension Invocation {
  /// Returns the number of pages of `--pages`; throws `usage.position` if a position is given too.
  fileprivate func pagesRead() throws(CairnError) -> Int64? {
    let pages = try integer("pages", in: 0...100_000)
    let option = ["page", "percent", "location"].first { value($0) != nil }
    guard pages != nil, let option else { return pages }
    throw CairnError(
      "usage.position",
      "--\(option) and --pages cannot be used together.",
      hint: "Use --start-page to set where you started."
    )
  }

  /// The title of the story to track, from the words after `listen`; nil for a book.
  fileprivate var storyToTrack: String? {
    let words = values("book")
    guard words.count > 1, words[0] == "listen" else { return nil }
    return words.dropFirst().joined(separator: " ")
  }

  /// Returns the book to track, from the words after `read` or from all words.
  fileprivate func bookToTrack(in log: Log) async throws -> BookChoice {
    let words = values("book")
    let title = (words.count > 1 && words[0] == "read" ? Array(words.dropFirst()) : words)
      .joined(separator: " ")
    let new = NewBook(
      title: title,
      authors: values("author"),
      pages: try pageCount()
    )
    return try await BookReference.findOrNew(title, isNew: flag("new"), new, in: log)
  }
}

extension CommandContext {
  fileprivate func track(
    _ time: Range<Instant>,
    _ book: BookChoice,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> (SessionRow, ActEffects<SessionRow>) {
    var track = TrackReading(book, try pastSession(time, invocation))
    (track.position, track.pages) = (try PositionInput(invocation), try invocation.pagesRead())
    track.startPage = try invocation.integer("start-page")
    track.pageCount = try invocation.pageCount()
    let usual = try await usualPace(invocation, in: log)
    return try await write(to: log) { [track] writer in
      let row = try writer.row(track.run(in: writer).id)
      try usual?.requirePlausible(row)
      return (row, writer.effects)
    }
  }

  /// Returns the options of a past session except its subject; throws `usage.value`.
  func pastSession(
    _ time: Range<Instant>,
    _ invocation: Invocation
  ) throws(CairnError) -> PastSession {
    let segment = Segment(start: time.lowerBound, end: time.upperBound)
    var past = PastSession(segment, zone: zone.name)
    (past.adjusts, past.allowsShort) = (invocation.flag("adjust"), invocation.flag("allow-short"))
    past.note = invocation.note
    past.sessionContext = try SessionContextEdit(
      invocation,
      before: "mood-before",
      after: "mood-after"
    )
    return past
  }
}
