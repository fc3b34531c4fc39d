import Cairn
import CairnStore

extension Model {
  mutating func perform(_ command: Command) throws {
    switch command {
    case .addBook(let title, let pages, let status): try addBook(title, pages, status)
    case .changeStatus(let status, let id):
      let today = today
      try change(id) { $0.changeStatus(status, today: today, newID: $1) }
    case .setPages(let pages, let id): try setPages(pages, id)
    case .deleteBook(let id): try deleteBook(id)
    case .read(let id, let start):
      let detail = try detail(id, day(start), ended: nil)
      try begin(detail, at: start)
    case .swim(let pool, let start): try begin(Swimming(pool: pool), at: start)
    case .endReading(let id, let page, let allowShort): try endReading(id, page, allowShort)
    case .trackReading(let id, let segments, let pages, let page, let adjust):
      try trackReading(id, segments, pages, page, adjust)
    case .trackSwimming(let pool, let segments, let laps, let adjust):
      try track(Swimming(pool: pool, laps: laps), segments, adjust)
    case .split(let id, Reading.kind, let cut): try split(id, Reading.self, cut)
    case .split(let id, _, let cut): try split(id, Swimming.self, cut)
    case .merge(let id, let other, Reading.kind):
      try requireNothingBetween(id, other)
      try merge(id, other, Reading.self)
    case .merge(let id, let other, _): try merge(id, other, Swimming.self)
    case .deleteSession(let id):
      set(RecordField.isDeleted, .bool(true), SessionRecord.kind, id.record)
    case .readings(let id, let command): try change(id, command)
    case .setting(let setting, let value): try change(setting, value)
    default: try edit(command)
    }
  }

  private mutating func edit(_ command: Command) throws {
    let (now, zone, device) = (now, zone, device)
    switch command {
    case .pause(let id):
      try edit(id, NoDetail.self) { (session) throws(CairnError) in try session.pause(at: now) }
    case .resume(let id):
      try edit(id, NoDetail.self) { (session) throws(CairnError) in
        try session.resume(at: now, on: device)
      }
    case .endSwimming(let id, let laps, let allowShort):
      try edit(id, Swimming.self) { (session) throws(CairnError) in
        session.detail.laps = laps
        try session.end(at: now, zone: zone, allowShort: allowShort)
      }
    case .resize(let id, let start, let end, let adjust):
      try edit(id, NoDetail.self, adjust) { (session) throws(CairnError) in
        try session.resize(start: start, end: end)
      }
    case .move(let id, let start, let adjust):
      try edit(id, NoDetail.self, adjust) { (session) throws(CairnError) in
        try session.move(to: start)
      }
    case .note(let id, let note): try edit(id, NoDetail.self) { $0.note = note }
    case .sit(let id, let before, let after, let place):
      try edit(id, NoDetail.self) { (session) throws(CairnError) in
        try session.sit(before, after, place)
      }
    case .reason(let id, let reason):
      try edit(id, NoDetail.self) { (session) throws(CairnError) in
        try session.setReasonOfLastPause(reason)
      }
    default: break
    }
  }
}

// MARK: - Sessions

extension Model {
  /// Returns the sessions of the kind that overlap in time; an open one occupies all time after its start.
  func conflicts(_ timeline: Timeline, _ kind: SessionKind, _ id: SessionID) -> [Session<NoDetail>]
  {
    all(Session<NoDetail>.self).filter { other in
      other.id != id && other.kind == kind
        && timeline.segments.contains { mine in
          other.timeline.segments.contains { theirs in
            max(mine.start, theirs.start) < min(mine.end ?? .limit, theirs.end ?? .limit)
          }
        }
    }
  }

  func requireFree(_ session: Session<NoDetail>) throws {
    let isSecond = all(Session<NoDetail>.self).contains {
      $0.id != session.id && $0.kind == session.kind && $0.timeline.end == nil
    }
    guard conflicts(session.timeline, session.kind, session.id).isEmpty,
      session.timeline.end != nil || !isSecond
    else { throw Self.refused("taken") }
  }

  mutating func save<Detail: SessionDetail>(
    _ session: Session<Detail>,
    _ adjust: Bool = false
  ) throws {
    try session.timeline.requirePast(now: now)
    for var other in conflicts(session.timeline, session.kind, session.id) {
      guard adjust, other.timeline.end != nil else { throw Self.refused("taken") }
      for segment in session.timeline.segments {
        try other.makeRoom(for: segment.start..<max(segment.start, segment.end ?? .limit))
      }
      try other.timeline.requirePast(now: now)
      put(other)
    }
    put(session)
  }

  mutating func edit<Detail: SessionDetail>(
    _ id: SessionID,
    _ type: Detail.Type,
    _ adjust: Bool = false,
    _ rule: (inout Session<Detail>) throws(CairnError) -> Void
  ) throws {
    let before = try find(Session<Detail>.self, id.record)
    var session = before
    try rule(&session)
    if session.timeline == before.timeline { put(session) } else { try save(session, adjust) }
  }

  private mutating func begin<Detail: SessionDetail>(_ detail: Detail, at start: Instant) throws {
    let id = SessionID(newID(SessionRecord.kind))
    var session = try Session(id: id, detail: detail, startingAt: start, zone: zone)
    session.activeDevice = device
    let isOpen = all(Session<NoDetail>.self).contains {
      $0.kind == Detail.kind && $0.timeline.end == nil
    }
    guard !isOpen else { throw Self.refused("one is open") }
    try save(session)
  }

  mutating func track<Detail: SessionDetail>(
    _ detail: Detail,
    _ segments: [Segment],
    _ adjust: Bool
  ) throws {
    let id = SessionID(newID(SessionRecord.kind))
    let timeline = try Timeline(ended: segments)
    try timeline.requireAtLeast(Detail.minimum)
    try save(Session(id: id, detail: detail, timeline: timeline, zone: zone), adjust)
  }

  private mutating func split<Detail: SessionDetail>(
    _ id: SessionID,
    _ type: Detail.Type,
    _ cut: Instant
  ) throws {
    var earlier = try find(Session<Detail>.self, id.record)
    put(try earlier.split(at: cut, newID: SessionID(newID(SessionRecord.kind))))
    put(earlier)
  }

  private mutating func merge<Detail: SessionDetail>(
    _ id: SessionID,
    _ other: SessionID,
    _ type: Detail.Type
  ) throws {
    guard id != other else { throw Self.refused("the same") }
    var session = try find(Session<Detail>.self, id.record)
    try session.merge(try find(Session<Detail>.self, other.record))
    set(RecordField.isDeleted, .bool(true), SessionRecord.kind, other.record)
    try save(session)
  }
}
