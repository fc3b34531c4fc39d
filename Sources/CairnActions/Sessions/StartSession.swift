public import Cairn

/// When and how a session of any kind starts.
public struct SessionStart: Sendable {
  /// The start time; nil for now.
  public var at: Instant?
  /// The time zone in which it starts.
  public var zone: String
  /// Whether to trim overlapping sessions of the kind.
  public var adjusts = false
  /// The mood, location and tags.
  public var sessionContext = SessionContextEdit()
  /// A note, or nil.
  public var note: String?

  /// The start time.
  package static let at = InputField.instant("at", "The time; default now")
  /// The note.
  package static let note = InputField.longText("note", "A note")
  /// Whether to trim.
  package static let adjust = InputField.flag("adjust", "Trim overlapping sessions")
  /// The fields of all kinds.
  package static let fields = [
    at, note, adjust, SessionContextEdit.moodBefore, SessionContextEdit.place,
    SessionContextEdit.tags,
  ]

  /// Creates a start now.
  public init(zone: String) { self.zone = zone }

  /// Reads the fields.
  public init(_ input: some ActInput, zone: String) throws(CairnError) {
    self.zone = zone
    at = try input.instant(Self.at)
    note = try input.known(Self.note)
    adjusts = try input.flag(Self.adjust) == true
    sessionContext = try SessionContextEdit(input)
  }

  fileprivate func describe<Detail>(_ session: inout Session<Detail>) throws(CairnError) {
    session.note = note
    try sessionContext.apply(to: &session.sessionContext)
  }
}

/// Starts to read a book.
public struct StartReading: Sendable {
  /// The book.
  public var book: BookChoice
  /// The start page; nil for the current position.
  public var page: Int64?
  /// The page count of the edition; nil leaves it unchanged.
  public var pageCount: Int64?
  /// The time, the place and the note.
  public var start: SessionStart

  /// The start page.
  package static let page = InputField.number("start_page", "The start page").kept
  /// The page count.
  package static let pageCount = InputField.number(
    "page_count",
    "The number of pages",
    in: 1...100_000
  ).kept
  /// The fields of reading only.
  package static let fields = BookChoice.fields + [page]

  /// Creates the act.
  public init(_ book: BookChoice, _ start: SessionStart) { (self.book, self.start) = (book, start) }

  /// Reads the fields.
  public init(_ book: BookChoice, _ input: some ActInput, zone: String) throws(CairnError) {
    self.init(book, try SessionStart(input, zone: zone))
    page = try input.number(Self.page) ?? nil
    pageCount = try input.number(Self.pageCount) ?? nil
  }

  /// Starts the session and returns its id.
  ///
  /// Throws the errors of ``BookChoice/find(in:zone:)`` and ``RecordStore/startReading(_:at:from:zone:adjust:_:)``.
  public func run(in store: some RecordStore) throws(CairnError) -> SessionID {
    let entry = try book.find(in: store, zone: start.zone)
    if let pageCount { try SetPageCount(pageCount, of: entry).run(in: store) }
    return try store.startReading(
      entry,
      at: start.at ?? store.now,
      from: page,
      zone: start.zone,
      adjust: start.adjusts,
      start.describe
    ).id
  }
}

/// Starts to listen to a story.
public struct StartListening: Sendable {
  /// The story.
  public var story: StoryChoice
  /// The listening details; the start position defaults to the last one.
  public var listening = ListeningEdit()
  /// The time, the place and the note.
  public var start: SessionStart

  /// The fields of listening only.
  package static let fields = StoryChoice.fields + [ListeningEdit.start, ListeningEdit.speed]

  /// Creates the act.
  public init(_ story: StoryChoice, _ start: SessionStart) {
    (self.story, self.start) = (story, start)
  }

  /// Reads the fields.
  public init(_ story: StoryChoice, _ input: some ActInput, zone: String) throws(CairnError) {
    self.init(story, try SessionStart(input, zone: zone))
    listening = try ListeningEdit(input)
  }

  /// Starts the session and returns its id.
  ///
  /// Throws the errors of ``StoryChoice/find(in:)``, ``ListeningEdit/apply(to:in:)`` and
  /// ``RecordStore/start(_:at:zone:adjust:_:)``.
  public func run(in store: some RecordStore) throws(CairnError) -> SessionID {
    let id = try story.find(in: store)
    let (at, zone, adjusts) = (start.at ?? store.now, start.zone, start.adjusts)
    return try store.startListening(id, at: at, zone: zone, adjust: adjusts) {
      (session) throws(CairnError) in
      try session.detail.setPositions(try store.lastPosition(in: id), nil)
      try listening.apply(to: &session.detail, in: store)
      try start.describe(&session)
    }.id
  }
}

/// Starts to climb.
public struct StartClimbing: Sendable {
  /// The climbing details.
  public var climbing = ClimbingEdit()
  /// The time, the place and the note.
  public var start: SessionStart

  /// Creates the act.
  public init(_ start: SessionStart) { self.start = start }

  /// Reads the fields.
  public init(_ input: some ActInput, zone: String) throws(CairnError) {
    self.init(try SessionStart(input, zone: zone))
    climbing = try ClimbingEdit(input)
  }

  /// Starts the session and returns its id.
  ///
  /// Throws `climbing.invalid_value` and the errors of ``RecordStore/start(_:at:zone:adjust:_:)``.
  public func run(in store: some RecordStore) throws(CairnError) -> SessionID {
    var detail = Climbing()
    try climbing.apply(to: &detail)
    store.title = "Started climbing"
    let (at, zone) = (start.at ?? store.now, start.zone)
    return try store.start(detail, at: at, zone: zone, adjust: start.adjusts, start.describe).id
  }
}

/// Starts a session of an activity kind.
public struct StartActivity: Sendable {
  /// The kind.
  public var kind: SessionKind
  /// The details that are known already.
  public var details = Fields()
  /// The time, the place and the note.
  public var start: SessionStart

  /// Creates the act.
  public init(_ kind: SessionKind, _ start: SessionStart) {
    (self.kind, self.start) = (kind, start)
  }

  /// Starts the session and returns its id.
  ///
  /// Throws `session.unknown_kind`, and the errors of `FieldDetail.set(_:)` and
  /// ``RecordStore/start(_:at:zone:adjust:_:)``.
  public func run(in store: some RecordStore) throws(CairnError) -> SessionID {
    try store.requireRun(Work(act: self, store: store), for: kind)
  }

  private struct Work<Store: RecordStore>: DetailWork {
    let act: StartActivity
    let store: Store

    func run<Kind: FieldedKind>(for kind: Kind.Type) throws(CairnError) -> SessionID {
      var detail = FieldDetail<Kind>()
      try detail.set(act.details)
      store.title = "Started \(act.kind.name)"
      let (start, at) = (act.start, act.start.at ?? store.now)
      let session = try store.start(
        detail,
        at: at,
        zone: start.zone,
        adjust: start.adjusts,
        start.describe
      )
      return session.id
    }
  }
}
