public import Cairn

/// Changes a session; nil leaves a value unchanged.
public struct EditSession: Sendable {
  /// The session.
  public var id: SessionID
  /// The new start time.
  public var start: Instant?
  /// The new end time.
  public var end: Instant?
  /// The new note; an empty one clears it.
  public var note: String?
  /// The new reason of the last pause; an empty one clears it.
  public var reason: String?
  /// The new start page.
  public var page: Int64?
  /// The new end position.
  public var position: PositionInput?
  /// The page count of the current edition of the book.
  public var pageCount: Int64?
  /// The new book.
  public var book: Identifier<Entry>?
  /// The read-through that the session belongs to.
  public var reading: Identifier<ReadThrough>?
  /// The changes to the climbing details.
  public var climbing = ClimbingEdit()
  /// The new story.
  public var story: StoryChoice?
  /// The changes to the listening details.
  public var listening = ListeningEdit()
  /// The changes to details of an activity kind; null clears.
  public var details = Fields()
  /// The changes to mood, location and tags.
  public var sessionContext = SessionContextEdit()
  /// Whether to trim overlapping sessions.
  public var adjusts = false

  /// The start time.
  package static let start = InputField.instant("start", "The start time")
  /// The end time.
  package static let end = InputField.instant("end", "The end time")
  /// The reason of a pause.
  package static let reason = InputField.text("reason", "The reason for the pause").kept
  private static let book = InputField.id("book", "The id of the correct book").kept
  private static let reading = InputField.id("reading", "The id of the reading it belongs to").kept
  /// The fields of all kinds.
  package static let fields =
    [
      start, end, SessionStart.note, SessionContextEdit.moodBefore, SessionContextEdit.moodAfter,
      SessionContextEdit.place, SessionContextEdit.tags, reason, StartReading.page,
    ] + PositionInput.fields + [
      StartReading.pageCount, book, reading, SessionStart.adjust, StoryChoice.story,
    ] + ListeningEdit.fields + ClimbingEdit.fields

  /// Creates an edit without changes.
  public init(_ id: SessionID) { self.id = id }

  /// Reads the fields.
  public init(_ id: SessionID, _ input: some ActInput) throws(CairnError) {
    self.id = id
    (start, end) = (try input.instant(Self.start), try input.instant(Self.end))
    (note, reason) = (try input.text(SessionStart.note), try input.text(Self.reason))
    (page, position) = (try input.number(StartReading.page) ?? nil, try PositionInput(input))
    pageCount = try input.number(StartReading.pageCount) ?? nil
    (book, reading) = (try input.id(Self.book), try input.id(Self.reading))
    story = try input.known(StoryChoice.story).map { StoryChoice(Story.id(client: $0)) }
    (climbing, listening) = (try ClimbingEdit(input), try ListeningEdit(input))
    sessionContext = try SessionContextEdit(input)
    adjusts = try input.flag(SessionStart.adjust) == true
  }

  /// Applies the changes and sets the history title.
  ///
  /// Throws `session.not_found`, `climbing.wrong_kind`, `listening.wrong_kind`, `session.wrong_kind`, and the errors of
  /// `RecordStore.change`, `moveSession`, `setPlaces` and `setReading`.
  public func run(in store: some RecordStore) throws(CairnError) {
    let row = try store.requireSummary(of: id)
    try requireDetails(of: row)
    try store.requireFields(details, of: row.kind)
    try setPageCount(store)
    let story = try self.story?.find(in: store)
    store.title = row.historyTitle("edited")
    try changeTimeAndNote(store)
    try changeReading(store)
    try changeClimbing(store)
    try changeListening(story, store)
    if !details.isEmpty { _ = try store.run(Work(act: self, store: store), for: row.kind) }
    try sessionContext.apply(to: id, in: store)
  }

  private struct Work<Store: RecordStore>: DetailWork {
    let act: EditSession
    let store: Store

    func run<Kind: FieldedKind>(for kind: Kind.Type) throws(CairnError) {
      try store.change(act.id, as: FieldDetail<Kind>.self) { (session) throws(CairnError) in
        try session.detail.set(act.details)
      }
    }
  }

  private func requireDetails(of row: some SessionSummary) throws(CairnError) {
    if page != nil || position != nil || pageCount != nil || book != nil || reading != nil {
      try row.requireReading()
    }
    if !climbing.isEmpty { try row.requireClimbing() }
    if story != nil || !listening.isEmpty { try row.requireListening() }
  }

  private func setPageCount(_ store: some RecordStore) throws(CairnError) {
    guard let pageCount else { return }
    let own = try store.session(id, as: Reading.self).detail.entry
    try SetPageCount(pageCount, of: book ?? own).run(in: store)
  }

  private func changeTimeAndNote(_ store: some RecordStore) throws(CairnError) {
    guard start != nil || end != nil || note != nil || reason != nil else { return }
    try store.change(id, as: NoDetail.self, adjust: adjusts) { (session) throws(CairnError) in
      if start != nil || end != nil { try session.resize(start: start, end: end) }
      if let note { session.note = note.isEmpty ? nil : note }
      if let reason { try session.setReasonOfLastPause(reason) }
    }
  }

  private func changeReading(_ store: some RecordStore) throws(CairnError) {
    if let book {
      try store.moveSession(id, to: book, from: page) { (book) throws(CairnError) in
        try position?.position(in: book)
      }
    } else if page != nil || position != nil || pageCount != nil {
      try store.setPlaces(id, from: page) { (book) throws(CairnError) in
        try position?.position(in: book)
      }
    }
    if let reading { try store.setReading(reading, of: id) }
  }

  private func changeClimbing(_ store: some RecordStore) throws(CairnError) {
    guard !climbing.isEmpty else { return }
    try store.change(id, as: Climbing.self) { (session) throws(CairnError) in
      try climbing.apply(to: &session.detail)
    }
    if climbing.isPrivate == true { try store.reassertPrivate(id) }
  }

  private func changeListening(
    _ story: Identifier<Story>?,
    _ store: some RecordStore
  ) throws(CairnError) {
    guard story != nil || !listening.isEmpty else { return }
    if let story {
      let old = try store.requireSummary(of: id).ofTitle
      store.title = "Session\(old) moved to “\(try store.story(story).title)”"
    }
    try store.change(id, as: Listening.self) { (session) throws(CairnError) in
      if let story { session.detail.move(to: story) }
      try listening.apply(to: &session.detail, in: store)
    }
  }
}

/// Moves a session to another time; its length stays.
public struct MoveSession: Sendable {
  /// The session.
  public var id: SessionID
  /// The new start time.
  public var start: Instant
  /// Whether to trim overlapping sessions.
  public var adjusts = false

  /// Creates the act.
  public init(_ id: SessionID, to start: Instant) { (self.id, self.start) = (id, start) }

  /// Moves the session; throws `session.not_found` and the errors of `Session.move(to:)` and `RecordStore.change`.
  public func run(in store: some RecordStore) throws(CairnError) {
    store.title = try store.requireSummary(of: id).historyTitle("moved")
    try store.change(id, as: NoDetail.self, adjust: adjusts) { (session) throws(CairnError) in
      try session.move(to: start)
    }
  }
}
