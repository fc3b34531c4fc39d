import Cairn

extension Person {
  func start(_ kind: String, _ book: RecordID?, _ first: Int64?) throws(Refused) -> Draft {
    guard open(kind) == nil else { throw Refused() }
    try requireFree(kind, [Segment(start: Instant(milliseconds: now), end: nil)])
    var draft = Draft()
    let record = newID("s")
    draft.set(record, "kind", kind)
    draft.merge(event(record, .start))
    try draft.merge(about(record, book, first))
    return draft
  }

  func event(_ record: RecordID, _ action: TimerEvent.Action) -> Draft {
    var draft = Draft()
    let event = TimerEvent(action, pressed: Instant(milliseconds: now))
    draft.set(record, TimerEvent.prefix + id.digits, event.text)
    return draft
  }

  func press(
    _ id: RecordID,
    _ action: TimerEvent.Action,
    _ states: [ExplicitTimes.State]
  ) throws(Refused) -> Draft {
    let members = members(try session(id, states))
    let open = members.last { $0.time.state != .ended }
    guard let pressed = open ?? members.last else { throw Refused() }
    return event(pressed.id, action)
  }

  func resume(_ id: RecordID) throws(Refused) -> Draft {
    let session = try session(id)
    let isOther = open(session.kind).map { $0.id != session.id } ?? false
    let isEnded = session.state == .ended && session.inferredEnd == nil
    guard session.state != .running, !isEnded, !isOther else { throw Refused() }
    return try press(id, .start, [session.state])
  }

  func stop(_ id: RecordID, _ page: Int64?, _ pages: Int64?) throws(Refused) -> Draft {
    let session = try session(id)
    let action: TimerEvent.Action = session.state == .running ? .stop : .stopPaused
    var draft = try press(id, action, [.running, .paused])
    draft.merge(reached(session, page, pages))
    return draft
  }

  func reached(_ session: MergedSession, _ page: Int64?, _ pages: Int64?) -> Draft {
    var draft = Draft()
    guard page != nil || pages != nil, let last = members(session).last else { return draft }
    draft.setPage(last.id, "endPosition", page)
    draft.set(last.id, "pages", pages)
    return draft
  }

  func track(_ act: Act.Tracked) throws(Refused) -> Draft {
    guard act.end <= now else { throw Refused() }
    let time = [
      Segment(start: Instant(milliseconds: act.start), end: Instant(milliseconds: act.end))
    ]
    try requireFree(act.kind, time, except: [act.over])
    var draft = Draft()
    let record = newID("s")
    draft.set(record, "kind", act.kind)
    draft.set(record, ExplicitTimes(time, .ended))
    try draft.merge(about(record, act.book, act.first))
    if let page = act.page { draft.setPage(record, "endPosition", page) }
    if let pages = act.pages { draft.set(record, "pages", pages) }
    try draft.merge(over(record, act.kind, time, act.over))
    return draft
  }

  /// Makes another session, whose time one takes, give way to it for as long as both are there.
  func over(
    _ record: RecordID,
    _ kind: String,
    _ time: [Segment],
    _ other: RecordID?
  ) throws(Refused) -> Draft {
    var draft = Draft()
    guard let other else { return draft }
    let session = try session(other, [.ended])
    guard session.kind == kind, session.segments.intersects(time) else { throw Refused() }
    for member in members(session) {
      draft.set(record, MergeField.over(member.id), .bool(true))
    }
    return draft
  }

  /// Sets book and read-through; a read-through that does not exist yet is begun.
  func about(_ record: RecordID, _ book: RecordID?, _ first: Int64? = nil) throws(Refused) -> Draft
  {
    guard let book else { return Draft() }
    var (reading, draft) = try reading(book)
    draft.set(record, "entry", book)
    draft.set(record, "readThrough", reading)
    guard let first else { return draft }
    draft.setPage(record, "startPosition", first)
    if first < high(reading) {
      draft.set(record, MergeField.isReread, .bool(true))
    }
    return draft
  }

  /// Returns the read-through of a book that is under way, or a new one: its ID follows from the book
  /// and its number.
  func reading(_ book: RecordID) throws(Refused) -> (RecordID, Draft) {
    let root = view.subject(book)
    let own = view.content.readings
      .filter { $0.entry.map { view.subject($0) } == root }
      .sorted { ($0.number, $0.id) < ($1.number, $1.id) }
    let targets = own.compactMap { view.reading($0.id) }
    let open = targets.last { view.readings[$0]?.outcome == nil }
    if let open { return (view.content.readings[open].id, Draft()) }
    let number = 1 + (own.filter { $0.entry == book }.map { $0.number }.max() ?? 0)
    let reading = RecordID(name: "r:\(book.shortName):\(number)")
    var draft = Draft()
    draft.set(reading, "entry", book)
    draft.set(reading, "number", number)
    return (reading, draft)
  }

  /// Returns the highest page of a read-through that was counted; zero for a new one.
  func high(_ reading: RecordID) -> Int64 {
    view.reading(reading).flatMap { view.readings[$0]?.high } ?? 0
  }
}
