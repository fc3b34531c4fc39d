package import Cairn

/// Adds the past session that a line describes: `Dune 30m yesterday to p 72`.
package struct TrackTypedLine: Sendable {
  /// The line.
  package let line: TypedLine
  /// When it took place, and whether it makes room for itself.
  package var past: PastSession

  /// Creates the act; `time` is that of the line, resolved in `zone`.
  package init(_ line: TypedLine, _ time: Range<Instant>, zone: String) throws(CairnError) {
    let segment = Segment(start: time.lowerBound, end: time.upperBound)
    self.line = line
    past = try PastSession(segment, line, zone: zone)
  }

  /// Adds the session and returns its id.
  ///
  /// Without a kind, the title is of a book, or else of a story, or else of a new book. Throws
  /// ``TypedLine/ambiguity`` for a title that is of none, and the errors of ``TrackReading/run(in:)``, ``TrackListening/run(in:)`` and ``TrackClimbing/run(in:)``.
  package func run(in store: some RecordStore) throws(CairnError) -> SessionID {
    if let ambiguity = line.ambiguity, try !store.has(line.about) { throw ambiguity }
    switch line.about {
    case .climbing: return try TrackClimbing(past, line).run(in: store)
    case .reading(let title): return try read(title, store)
    case .listening(let title): return try listen(title, store)
    case .title(let title):
      return try store.hasOnlyStory(title) ? try listen(title, store) : try read(title, store)
    }
  }

  private func read(_ title: String, _ store: some RecordStore) throws(CairnError) -> SessionID {
    try TrackReading(BookChoice(NewBook(title: title)), past, line).run(in: store).id
  }

  private func listen(_ title: String, _ store: some RecordStore) throws(CairnError) -> SessionID {
    try TrackListening(StoryChoice(NewStory(title: title)), past, line).run(in: store)
  }
}

extension TypedLine: TypedInput {
  /// Returns the text of the option with the name of a field; nil if the line has none.
  package func typed(_ name: String) -> String? {
    options[name] ?? (name == "start_page" ? options["start-page"] : nil)
  }
}

extension RecordStore {
  /// Returns whether a subject is a known book or story.
  fileprivate func has(_ subject: TypedSubject) throws(CairnError) -> Bool {
    switch subject {
    case .climbing: false
    case .reading(let title): try hasBook(title)
    case .listening(let title): try hasStory(title)
    case .title(let title): try hasBook(title) ? true : hasStory(title)
    }
  }

  private func hasBook(_ title: String) throws(CairnError) -> Bool {
    try books(matching: title).contains { folded($0.title) == folded(title) }
  }

  private func hasStory(_ title: String) throws(CairnError) -> Bool {
    try !stories(titled: title).isEmpty
  }

  /// Returns whether a title is of a story and of no book.
  fileprivate func hasOnlyStory(_ title: String) throws(CairnError) -> Bool {
    try hasBook(title) ? false : hasStory(title)
  }
}
