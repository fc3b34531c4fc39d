/// The kind of record that holds sessions of every kind.
public enum SessionRecord {
  /// The stored name.
  public static let kind = RecordKind("session")
}

/// The identity of a session of any kind.
public typealias SessionID = Identifier<SessionKind>

/// One sitting: its time, where the clock stood, and the detail of its kind.
///
/// The lifecycle is the same for all kinds. Every rule checks first and throws with the session
/// unchanged.
public struct Session<Detail: SessionDetail>: Sendable, Equatable {
  /// The identity.
  public let id: SessionID
  /// The kind as stored; equals `Detail.kind` unless the session is read without detail.
  public let kind: SessionKind
  /// The stretches of time.
  public internal(set) var timeline: Timeline
  /// The IANA zone in which the session began; its minutes are put on days in this zone.
  public var zone: String
  /// The IANA zone in which it ended, when the person had travelled; else nil.
  public var endZone: String?
  /// A note, or nil.
  public var note: String?
  /// Where it came from: nil for the timer and hand-made ones, else the import's name.
  public var source: String?
  /// A clock that cannot be set, read when the timer last started to run; nil while it stands.
  public var mark: ClockMark?
  /// Whether the wall clock was set while the timer ran, so that the end was measured.
  public var isClockAdjusted = false
  /// The device on which it was started, resumed or taken over last, by its node; nil when not known
  /// (spec/sync.md 3.6).
  public var activeDevice: String?
  /// Mood, place and interruptions, as far as the person says.
  public var sessionContext = SessionContext()
  /// What the kind records.
  public var detail: Detail

  /// Starts a session; throws `session.time_out_of_range`.
  public init(
    id: SessionID,
    detail: Detail,
    startingAt start: Instant,
    zone: String
  ) throws(CairnError) {
    self.init(
      id: id,
      detail: detail,
      timeline: try Timeline(startingAt: start),
      zone: zone
    )
  }

  /// Records a session with the time it took.
  public init(id: SessionID, detail: Detail, timeline: Timeline, zone: String) {
    self.id = id
    self.kind = Detail.kind
    self.timeline = timeline
    self.zone = zone
    self.detail = detail
  }
}

extension Session where Detail == NoDetail {
  /// The same session with the detail of its kind, which was read apart.
  package func with<Other: SessionDetail>(_ detail: Other) -> Session<Other> {
    var session = Session<Other>(id: id, detail: detail, timeline: timeline, zone: zone)
    session.endZone = endZone
    session.note = note
    session.source = source
    session.mark = mark
    session.isClockAdjusted = isClockAdjusted
    session.activeDevice = activeDevice
    session.sessionContext = sessionContext
    return session
  }
}

extension Session {
  /// Interrupts the session; throws what ``Timeline/pause(at:)`` throws.
  public mutating func pause(at: Instant) throws(CairnError) {
    try timeline.pause(at: at)
    mark = nil
  }

  /// Goes on with the session; throws what ``Timeline/resume(at:)`` throws.
  public mutating func resume(at: Instant) throws(CairnError) {
    try timeline.resume(at: at)
    mark = nil
  }

  /// Ends the session in a zone.
  ///
  /// Throws what ``Timeline/end(at:minimum:)`` throws; the session then goes on. With
  /// `allowShort` a session below the minimum of its kind is kept, with its true length.
  public mutating func end(
    at: Instant,
    zone now: String,
    allowShort: Bool = false
  ) throws(CairnError) {
    try timeline.end(at: at, minimum: allowShort ? .zero : Detail.minimum)
    endZone = now == zone ? nil : now
    mark = nil
  }

  /// Changes start or end of a session, as a person corrects it.
  ///
  /// Throws what ``Timeline/resize(start:end:)`` throws, `session.ends_before_start` when no time would be left,
  /// and `session.too_long`.
  public mutating func resize(start: Instant?, end: Instant?) throws(CairnError) {
    var resized = timeline
    try resized.resize(start: start, end: end)
    if resized.isEnded { try resized.requireTime() }
    try resized.requireNotTooLong()
    (timeline, mark) = (resized, nil)
  }

  /// Lets a session end when an app says it did; throws what ``Timeline/resize(start:end:)`` throws.
  package mutating func grow(to end: Instant) throws(CairnError) {
    try timeline.resize(start: nil, end: end)
    mark = nil
  }

  /// Shifts a session in time; throws what ``Timeline/move(to:)`` throws.
  public mutating func move(to start: Instant) throws(CairnError) {
    let before = timeline.start
    try timeline.move(to: start)
    sessionContext.shift(by: start - before)
  }

  /// Takes `range` out of the session; throws what ``Timeline/remove(_:)`` throws.
  public mutating func makeRoom(for range: Range<Instant>) throws(CairnError) {
    try timeline.remove(range)
  }

  /// Cuts the session in two and gives the later part under a new id.
  ///
  /// Throws `session.still_open` or `session.split_outside`.
  public mutating func split(at cut: Instant, newID: SessionID) throws(CairnError) -> Session {
    var earlier = self
    let rest = try earlier.timeline.split(at: cut)
    let done = earlier.timeline.active(until: cut)
    let restOfDetail = earlier.detail.split(done: done, of: done + rest.active(until: cut))
    var later = Session(id: newID, detail: restOfDetail, timeline: rest, zone: zone)
    later.endZone = endZone
    later.source = source
    later.sessionContext = earlier.sessionContext.split(at: cut)
    earlier.endZone = nil
    self = earlier
    return later
  }

  /// Joins another session of the same kind into this one; the caller deletes the other.
  ///
  /// The earlier of the two gives the zone and the place; another place is kept in the note. Throws `session.still_open`,
  /// `session.segments_overlap`, or what the detail throws.
  public mutating func merge(_ other: Session) throws(CairnError) {
    let (first, second) = timeline.start <= other.timeline.start ? (self, other) : (other, self)
    var merged = self
    merged.timeline = first.timeline
    merged.detail = first.detail
    try merged.timeline.merge(second.timeline)
    try merged.detail.merge(second.detail)
    merged.detail.takeTold(from: detail)
    let notes = [first.note, first.sessionContext.placeLeft(for: second.sessionContext), second.note]
    merged.note = notes.reduce(nil, Self.joined)
    merged.sessionContext = first.sessionContext.followed(by: second.sessionContext)
    merged.isClockAdjusted = isClockAdjusted || other.isClockAdjusted
    merged.zone = first.zone
    let last = second.endZone ?? second.zone
    merged.endZone = last == first.zone ? nil : last
    self = merged
  }

  /// Adds a note to the one there is, on a line of its own; nothing but blanks adds nothing.
  public mutating func addNote(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    note = Self.joined(note, text)
  }

  private static func joined(_ first: String?, _ second: String?) -> String? {
    guard let first, let second else { return first ?? second }
    return first + "\n" + second
  }
}

extension Session: Recorded {
  /// `session`, for all kinds.
  public static var recordKind: RecordKind { SessionRecord.kind }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads a session; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = SessionID(recordID)
    kind = SessionKind(try fields.required("kind", fields.text("kind")))
    let segments = try fields.required("segments", fields.text("segments"))
    timeline = try Timeline(text: segments, endedAt: fields.instant("endedAt"))
    zone = try fields.required("zone", fields.text("zone"))
    endZone = try fields.text("endZone")
    note = try fields.text("note")
    source = try fields.text("source")
    mark = try fields.text("clockMark").flatMap { ClockMark(text: $0) }
    isClockAdjusted = try fields.bool("isClockAdjusted") ?? false
    activeDevice = try fields.text("activeDevice")
    sessionContext = try SessionContext(fields: fields)
    detail = try Detail(fields: fields)
  }

  /// Sets the shared fields and those of the detail.
  public func write(to fields: inout Fields) {
    fields.set("kind", kind.name)
    fields.set("segments", timeline.text)
    fields.set("endedAt", timeline.end)
    fields.set("zone", zone)
    fields.set("endZone", endZone)
    fields.set("note", note)
    fields.set("source", source)
    fields.set("clockMark", mark?.text)
    fields.set("isClockAdjusted", isClockAdjusted ? true : nil)
    fields.set("activeDevice", activeDevice)
    sessionContext.write(to: &fields)
    detail.write(to: &fields)
  }
}
