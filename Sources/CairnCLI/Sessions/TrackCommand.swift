import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var track: Command {
    Command(
      "track",
      summary: "Track a past session.",
      examples: [
        Example("cairn track 20:00-21:15 \"Dune\" --pages 30", "reading earlier today"),
        Example("cairn track 45m \"Dune\"", "the last 45 minutes"),
        Example("cairn track \"yesterday 23:30-00:20\" \"Dune\"", "over midnight"),
        Example("cairn track 20:00-21:15 \"Dune\" --percent 42.5", "an e-book, to that position"),
        Example("cairn track 9am-11am \"Dune\" --adjust", "trim overlapping sessions"),
        Example("cairn track 20:00-21:15 listen \"Emma\" --completed", "a story, finished"),
        Example("cairn track 18:00-20:15 climb --discipline sport", "an evening of climbing"),
      ],
      arguments: [
        .required("time", "The time: 20:00-21:15, 45m, \"yesterday 9pm-10pm\".", allowsMinus: true),
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
      options: [.startPage] + .position + [
        .pagesRead, .note, .moodBefore, .moodAfter, .place, .tag, .newBook, .newAuthor, .pageCount,
        .allowShort, .allowLong, .allowFast, .adjust, .series,
      ] + .audio + .listening + .climbing,
      action: { invocation, context in try await context.track(invocation) }
    )
  }
}

extension Invocation {
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
  /// Tracks the session that a command line describes.
  func track(_ invocation: Invocation) async throws -> ExitCode {
    let time = try range(invocation)
    if invocation.values("book") == ["climb"] { return try await trackClimbing(time, invocation) }
    if let title = try await storyToTrack(invocation) {
      return try await trackListening(title, time, invocation)
    }
    if let module = activity(invocation) {
      return try await trackActivity(module, time, invocation)
    }
    try invocation.requireKind(of: Reading.kind, in: modules)
    return try await trackReading(time, invocation)
  }

  /// Returns the title after `listen`, or a title that only a story has; nil for a book.
  private func storyToTrack(_ invocation: Invocation) async throws -> String? {
    let words = invocation.values("book")
    if words.count > 1, words[0] == "listen" { return words.dropFirst().joined(separator: " ") }
    let title = words.joined(separator: " ")
    guard !invocation.flag("new") else { return nil }
    let kind = try await withLog { log in try await log.kind(of: title) }
    return kind == Listening.kind ? title : nil
  }

  private func trackReading(
    _ time: Range<Instant>,
    _ invocation: Invocation
  ) async throws -> ExitCode {
    try await withLog { log in
      let book = try await invocation.bookToTrack(in: log)
      let (row, effects) = try await track(time, book, invocation, in: log)
      if let entry = row.entry { reportIfNew(book, entry, invocation) }
      let exit = showEnded(row, "Tracked")
      report(effects.bookmark)
      if let entry = row.entry {
        try await reportIfFinished(entry, finished: effects.finished, in: log)
      }
      return exit
    }
  }

  private func track(
    _ time: Range<Instant>,
    _ book: BookChoice,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> (SessionRow, ActEffects<SessionRow>) {
    let track = try TrackReading(book, pastSession(time, invocation), invocation)
    let usual = try await usualPace(invocation, in: log)
    return try await write(to: log) { writer in
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
    return try PastSession(segment, invocation, zone: zone.name)
  }
}
