public import Cairn

/// When and how a past session of any kind took place.
public struct PastSession: Sendable {
  /// The time.
  public var segment: Segment
  /// The time zone in which it took place.
  public var zone: String
  /// Whether to trim overlapping sessions of the kind.
  public var adjusts = false
  /// Saves a session shorter than a minute.
  public var allowsShort = true
  /// The moods, the location and the tags.
  public var sessionContext = SessionContextEdit()
  /// A note, or nil.
  public var note: String?

  /// The fields of all kinds.
  package static let fields = [
    EditSession.start.required, EditSession.end.required, SessionContextEdit.moodBefore,
    SessionContextEdit.moodAfter, SessionContextEdit.place, SessionContextEdit.tags,
    SessionStart.note, SessionStart.adjust, StopSession.allowShort,
  ]

  /// Reads all fields but the time.
  public init(_ segment: Segment, _ input: some ActInput, zone: String) throws(CairnError) {
    self.init(segment, zone: zone)
    note = try input.known(SessionStart.note)
    adjusts = try input.flag(SessionStart.adjust) == true
    allowsShort = (try input.flag(StopSession.allowShort) ?? nil) ?? true
    sessionContext = try SessionContextEdit(input)
  }

  /// Creates a session with a time only.
  public init(_ segment: Segment, zone: String) { (self.segment, self.zone) = (segment, zone) }

  fileprivate func track<Detail: SessionDetail, Store: RecordStore>(
    _ detail: Detail,
    in store: Store
  ) throws(CairnError) -> SessionID {
    let session = try store.track(
      detail,
      [segment],
      zone: zone,
      note: note,
      adjust: adjusts,
      allowShort: allowsShort
    )
    try sessionContext.apply(to: session.id, in: store)
    return session.id
  }
}

/// Adds a past reading session.
public struct TrackReading: Sendable {
  /// The book.
  public var book: BookChoice
  /// The start page; nil for the position at that time.
  public var startPage: Int64?
  /// The end position; nil if it is unknown or given by `pages`.
  public var position: PositionInput?
  /// The number of pages read, instead of a position.
  public var pages: Int64?
  /// The page count of the edition; nil leaves it unchanged.
  public var pageCount: Int64?
  /// The time, the place and the note.
  public var past: PastSession

  /// The number of pages read.
  package static let pages = InputField.number(
    "pages_read",
    option: "pages",
    "The number of pages read, instead of the end page",
    in: 0...100_000
  ).kept
  /// The fields of reading only.
  package static let fields =
    BookChoice.fields + [StartReading.page] + PositionInput.fields + [pages]

  /// Creates the act.
  public init(_ book: BookChoice, _ past: PastSession) { (self.book, self.past) = (book, past) }

  /// Reads the fields.
  public init(
    _ book: BookChoice,
    _ past: PastSession,
    _ input: some ActInput
  ) throws(CairnError) {
    try input.requireOne(of: PositionInput.fields + [Self.pages])
    self.init(book, past)
    startPage = try input.number(StartReading.page) ?? nil
    (position, pages) = (try PositionInput(input), try input.number(Self.pages) ?? nil)
    pageCount = try input.number(StartReading.pageCount) ?? nil
  }

  /// Adds the session and returns it.
  ///
  /// Throws the errors of ``BookChoice/find(in:zone:)`` and `RecordStore.trackReading`.
  public func run(in store: some RecordStore) throws(CairnError) -> Session<Reading> {
    let entry = try book.find(in: store, zone: past.zone)
    if let pageCount { try SetPageCount(pageCount, of: entry).run(in: store) }
    let session = try store.trackReading(
      entry,
      [past.segment],
      zone: past.zone,
      note: past.note,
      from: startPage,
      pages: pages,
      reaching: { (book) throws(CairnError) in try position?.position(in: book) },
      adjust: past.adjusts,
      allowShort: past.allowsShort
    )
    try past.sessionContext.apply(to: session.id, in: store)
    return session
  }
}

/// Adds a past listening session.
public struct TrackListening: Sendable {
  /// The story.
  public var story: StoryChoice
  /// The listening details.
  public var listening = ListeningEdit()
  /// The time, the place and the note.
  public var past: PastSession

  /// Creates the act.
  public init(_ story: StoryChoice, _ past: PastSession) { (self.story, self.past) = (story, past) }

  /// Reads the fields.
  public init(
    _ story: StoryChoice,
    _ past: PastSession,
    _ input: some ActInput
  ) throws(CairnError) {
    self.init(story, past)
    listening = try ListeningEdit(input)
  }

  /// Adds the session and returns its id.
  ///
  /// Throws the errors of ``StoryChoice/find(in:)``, ``ListeningEdit/apply(to:in:)`` and `RecordStore.track`.
  public func run(in store: some RecordStore) throws(CairnError) -> SessionID {
    let story = try store.story(story.find(in: store))
    var detail = Listening(story: story.id)
    try listening.apply(to: &detail, in: store)
    let id = try past.track(detail, in: store)
    store.title = "Session tracked: “\(story.title)”"
    return id
  }
}

/// Adds a past climbing session.
public struct TrackClimbing: Sendable {
  /// The climbing details.
  public var climbing = ClimbingEdit()
  /// The time, the place and the note.
  public var past: PastSession

  /// Creates the act.
  public init(_ past: PastSession) { self.past = past }

  /// Reads the fields.
  public init(_ past: PastSession, _ input: some ActInput) throws(CairnError) {
    self.init(past)
    climbing = try ClimbingEdit(input)
  }

  /// Adds the session and returns its id; throws `climbing.invalid_value` and the errors of `RecordStore.track`.
  public func run(in store: some RecordStore) throws(CairnError) -> SessionID {
    var detail = Climbing()
    try climbing.apply(to: &detail)
    store.title = "Climbing session tracked"
    return try past.track(detail, in: store)
  }
}

/// Adds a past session of an activity kind.
public struct TrackActivity: Sendable {
  /// The kind.
  public var kind: SessionKind
  /// The details.
  public var details = Fields()
  /// The time, the place and the note.
  public var past: PastSession

  /// Creates the act.
  public init(_ kind: SessionKind, _ past: PastSession) { (self.kind, self.past) = (kind, past) }

  /// Adds the session and returns its id.
  ///
  /// Throws `session.unknown_kind`, and the errors of `FieldDetail.set(_:)` and `RecordStore.track`.
  public func run(in store: some RecordStore) throws(CairnError) -> SessionID {
    try store.requireRun(Work(act: self, store: store), for: kind)
  }

  private struct Work<Store: RecordStore>: DetailWork {
    let act: TrackActivity
    let store: Store

    func run<Kind: FieldedKind>(for kind: Kind.Type) throws(CairnError) -> SessionID {
      var detail = FieldDetail<Kind>()
      try detail.set(act.details)
      store.title = "\(Kind.module.title) session tracked"
      return try act.past.track(detail, in: store)
    }
  }
}
