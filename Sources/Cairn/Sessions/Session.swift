/// The record kind of sessions of all kinds.
public enum SessionRecord {
  /// The stored name.
  public static let kind = RecordKind("session")
}

/// The ID of a session of any kind.
public typealias SessionID = Identifier<SessionKind>

/// A session of one activity: its time, its time zone and the detail of its kind.
///
/// The lifecycle is the same for all kinds. Every rule validates first; after an error the session
/// is unchanged.
public struct Session<Detail: SessionDetail>: Sendable, Equatable {
  /// The ID.
  public let id: SessionID
  /// The stored kind; equals `Detail.kind` unless the session is read without detail.
  public let kind: SessionKind
  /// The segments of running time.
  public internal(set) var timeline: Timeline
  /// The IANA time zone at the start; it decides on which days the session's minutes fall.
  public var zone: String
  /// The IANA time zone at the end if the person had travelled; otherwise nil.
  public var endZone: String?
  /// A note, or nil.
  public var note: String?
  /// The origin, such as the name of an import; nil for the timer and for manual entries.
  public var source: String?
  /// The monotonic clock when the timer last started to run; nil while it is not running.
  public var mark: ClockMark?
  /// Whether the wall clock was set while the timer ran; the end was then measured by the monotonic clock.
  public var isClockAdjusted = false
  /// The node ID of the device on which it was last started, resumed or taken over; nil if unknown
  /// (spec/sync.md 3.6).
  public var activeDevice: String?
  /// Mood, place, tags and interruptions, as far as the person entered them.
  public var sessionContext = SessionContext()
  /// The data of this kind of session.
  public var detail: Detail

  /// Creates a running session; throws `session.time_out_of_range`.
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

  /// Creates a session with a given timeline.
  public init(id: SessionID, detail: Detail, timeline: Timeline, zone: String) {
    self.id = id
    self.kind = Detail.kind
    self.timeline = timeline
    self.zone = zone
    self.detail = detail
  }
}

extension Session where Detail == NoDetail {
  /// Returns the same session with its detail, which was read separately.
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
  /// Pauses the session; throws the errors of ``Timeline/pause(at:)``.
  public mutating func pause(at: Instant) throws(CairnError) {
    try timeline.pause(at: at)
    mark = nil
  }

  /// Resumes the session; throws the errors of ``Timeline/resume(at:)``.
  public mutating func resume(at: Instant) throws(CairnError) {
    try timeline.resume(at: at)
    mark = nil
  }

  /// Stops the session and stores the time zone.
  ///
  /// Throws the errors of ``Timeline/end(at:minimum:)``; the session then continues. With
  /// `allowShort`, a session below the minimum of its kind is kept with its true length.
  public mutating func end(
    at: Instant,
    zone now: String,
    allowShort: Bool = false
  ) throws(CairnError) {
    try timeline.end(at: at, minimum: allowShort ? .zero : Detail.minimum)
    endZone = now == zone ? nil : now
    mark = nil
  }

  /// Corrects the start or the end of a session.
  ///
  /// Throws the errors of ``Timeline/resize(start:end:)``, `session.ends_before_start` if no time
  /// would be left, and `session.too_long`.
  public mutating func resize(start: Instant?, end: Instant?) throws(CairnError) {
    var resized = timeline
    try resized.resize(start: start, end: end)
    if resized.isEnded { try resized.requireTime() }
    try resized.requireNotTooLong()
    (timeline, mark) = (resized, nil)
  }

  /// Moves the end to a time that an app reported; throws like ``Timeline/resize(start:end:)``.
  package mutating func grow(to end: Instant) throws(CairnError) {
    try timeline.resize(start: nil, end: end)
    mark = nil
  }

  /// Moves the session in time; throws the errors of ``Timeline/move(to:)``.
  public mutating func move(to start: Instant) throws(CairnError) {
    let before = timeline.start
    try timeline.move(to: start)
    sessionContext.shift(by: start - before)
  }

  /// Removes `range` from the session; throws the errors of ``Timeline/remove(_:)``.
  public mutating func makeRoom(for range: Range<Instant>) throws(CairnError) {
    try timeline.remove(range)
  }

  /// Splits the session in two and returns the later part under a new ID.
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

  /// Merges another session of the same kind into this one; the caller deletes the other.
  ///
  /// The earlier session determines the zone and the place; another place is kept in the note. Throws
  /// `session.still_open`, `session.segments_overlap`, or the errors of the detail.
  public mutating func merge(_ other: Session) throws(CairnError) {
    let (first, second) = timeline.start <= other.timeline.start ? (self, other) : (other, self)
    var merged = self
    merged.timeline = first.timeline
    merged.detail = first.detail
    try merged.timeline.merge(second.timeline)
    try merged.detail.merge(second.detail)
    merged.detail.copyReports(from: detail)
    let notes = [
      first.note, first.sessionContext.differingPlaceNote(for: second.sessionContext), second.note,
    ]
    merged.note = notes.reduce(nil, Self.joined)
    merged.sessionContext = first.sessionContext.followed(by: second.sessionContext)
    merged.isClockAdjusted = isClockAdjusted || other.isClockAdjusted
    merged.zone = first.zone
    let last = second.endZone ?? second.zone
    merged.endZone = last == first.zone ? nil : last
    self = merged
  }

  /// Appends a line to the note; ignores blank text.
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

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads a session from stored fields; throws `record.malformed`.
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
