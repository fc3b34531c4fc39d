public import Cairn

/// Stops a session of any kind.
public struct StopSession: Sendable {
  /// The session.
  public var id: SessionID
  /// The time zone in which it ends.
  public var zone: String
  /// The end time; nil for now.
  public var at: Instant?
  /// The end position in a book; nil leaves the bookmark unchanged.
  public var position: PositionInput?
  /// The page count of the edition that was read; nil leaves it unchanged.
  public var pageCount: Int64?
  /// The changes to the climbing details.
  public var climbing = ClimbingEdit()
  /// The changes to the listening details.
  public var listening = ListeningEdit()
  /// The changes to details of an activity kind; null clears.
  public var details = Fields()
  /// The changes to mood and location.
  public var sessionContext = SessionContextEdit()
  /// The change to the note; nil leaves it unchanged.
  public var note: NoteEdit?
  /// Saves a session shorter than a minute; a page turns it off to ask once whether to save it.
  public var allowsShort = true
  /// Keeps the full time even if the timer may have been forgotten.
  public var keepsFullTime = false

  /// Whether it may be short.
  package static let allowShort = InputField.flag(
    "allow_short",
    "Save a session shorter than a minute, which is the default"
  )
  /// Whether the full time is kept.
  package static let now = InputField.flag(
    "now",
    "Keep the full time even after more than 12 hours without a pause"
  )
  /// The fields of all kinds.
  package static let fields =
    PositionInput.fields + [
      SessionStart.at, SessionStart.note, StartReading.pageCount, SessionContextEdit.moodAfter,
      SessionContextEdit.place, allowShort, now,
    ] + ListeningEdit.fields + ClimbingEdit.fields

  /// Creates the act of stopping a session now.
  public init(_ id: SessionID, zone: String) { (self.id, self.zone) = (id, zone) }

  /// Reads the fields; the note is appended, unless it replaces the one that a page showed.
  public init(
    _ id: SessionID,
    _ input: some ActInput,
    zone: String,
    replacesNote: Bool = false
  ) throws(CairnError) {
    self.init(id, zone: zone)
    at = try input.instant(SessionStart.at)
    (position, pageCount) = (
      try PositionInput(input), try input.number(StartReading.pageCount) ?? nil
    )
    (climbing, listening) = (try ClimbingEdit(input), try ListeningEdit(input))
    sessionContext = try SessionContextEdit(input)
    note = try input.text(SessionStart.note).flatMap { text in
      replacesNote ? .replace(text.isEmpty ? nil : text) : text.isEmpty ? nil : .append(text)
    }
    allowsShort = (try input.flag(Self.allowShort) ?? nil) ?? true
    keepsFullTime = try input.flag(Self.now) == true
  }

  /// Stops the session and sets the history title.
  ///
  /// Throws `session.not_found`, `session.forgotten` for a forgotten timer without an end time, `climbing.wrong_kind`
  /// `listening.wrong_kind` and `session.wrong_kind` for details of another kind, and the errors of `RecordStore.endReading` and `end`. The
  /// session keeps running then. Returns whether the session's time was measured by the monotonic clock, because the
  /// wall clock was set.
  @discardableResult
  public func run(in store: some RecordStore) throws(CairnError) -> Bool {
    let row = try store.requireSummary(of: id)
    try requireDetails(of: row, store)
    if at == nil, !keepsFullTime { try store.requireRemembered(row) }
    let isClockAdjusted = try stop(row, store)
    try sessionContext.apply(to: id, in: store)
    try note?.apply(to: id, in: store)
    return isClockAdjusted
  }

  private func requireDetails<Store: RecordStore>(
    of row: Store.Row,
    _ store: Store
  ) throws(CairnError) {
    if position != nil || pageCount != nil { try row.requireReading() }
    if !climbing.isEmpty { try row.requireClimbing() }
    if !listening.isEmpty { try row.requireListening() }
    try store.requireFields(details, of: row.kind)
  }

  private func stop<Store: RecordStore>(_ row: Store.Row, _ store: Store) throws(CairnError) -> Bool
  {
    switch row.kind {
    case Reading.kind: return try stopReading(store)
    case Climbing.kind: return try stopClimbing(row, store)
    case Listening.kind:
      return try stop(as: Listening.self, row, store) { (detail) throws(CairnError) in
        try listening.apply(to: &detail, in: store)
      }
    default:
      let work = Work(act: self, row: row, store: store)
      if let isClockAdjusted = try store.run(work, for: row.kind) { return isClockAdjusted }
      return try stop(as: NoDetail.self, row, store) { (_) throws(CairnError) in }
    }
  }

  /// A session with climbs is not accidental, however short.
  private func stopClimbing<Store: RecordStore>(
    _ row: Store.Row,
    _ store: Store
  ) throws(CairnError) -> Bool {
    var act = self
    if try !store.climbs(on: .session(id)).isEmpty { act.allowsShort = true }
    return try act.stop(as: Climbing.self, row, store, climbing.apply)
  }

  private struct Work<Store: RecordStore>: DetailWork {
    let act: StopSession
    let row: Store.Row
    let store: Store

    func run<Kind: FieldedKind>(for kind: Kind.Type) throws(CairnError) -> Bool {
      try act.stop(as: FieldDetail<Kind>.self, row, store) { (detail) throws(CairnError) in
        try detail.set(act.details)
      }
    }
  }

  private func stopReading(_ store: some RecordStore) throws(CairnError) -> Bool {
    if let pageCount {
      try SetPageCount(pageCount, of: store.session(id, as: Reading.self).detail.entry).run(
        in: store
      )
    }
    return try store.endReading(
      id,
      position: { (book) throws(CairnError) in try position?.position(in: book) },
      at: at,
      zone: zone,
      allowShort: allowsShort
    ).isClockAdjusted
  }

  fileprivate func stop<Detail: SessionDetail, Store: RecordStore>(
    as detail: Detail.Type,
    _ row: Store.Row,
    _ store: Store,
    _ rule: (inout Detail) throws(CairnError) -> Void
  ) throws(CairnError) -> Bool {
    store.title = row.historyTitle("saved")
    return try store.end(id, as: detail, at: at, zone: zone, allowShort: allowsShort, rule)
      .isClockAdjusted
  }
}
