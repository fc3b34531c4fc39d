import Cairn

extension Person {
  func edit(_ id: RecordID, _ start: Int64?, _ end: Int64?) throws(Refused) -> Draft {
    let session = try session(id)
    let members = members(session).filter { !$0.segments.isEmpty }
    guard let first = members.first, end == nil || session.state == .ended else { throw Refused() }
    let last = members.reduce(first) { latest, member in
      limit(latest) < limit(member) ? member : latest
    }
    var draft = Draft()
    for member in members {
      var time = member.segments
      if let start, member.id == first.id { time[0].start = Instant(milliseconds: start) }
      if let end, member.id == last.id { time[time.count - 1].end = Instant(milliseconds: end) }
      guard time != member.segments else { continue }
      try requirePast(time)
      try requireFree(session.kind, time, except: [id])
      try draft.merge(
        member.time.state == .ended ? state(member, time) : begin(member, time[0].start)
      )
    }
    guard !draft.isEmpty else { throw Refused() }
    return draft
  }

  private func limit(_ member: Member) -> Instant { member.segments.last?.limit ?? .beginning }

  private func requirePast(_ time: [Segment]) throws(Refused) {
    let isValid = time.allSatisfy { segment in
      segment.start < segment.limit && segment.end.map { $0.milliseconds <= now } ?? true
    }
    guard isValid else { throw Refused() }
  }

  /// States the whole time of a record; its events no longer have a time of their own.
  func state(_ member: Member, _ time: [Segment]) -> Draft {
    var draft = Draft()
    draft.set(member.id, ExplicitTimes(time, member.time.state))
    for (event, _, name) in member.fields.events {
      let claim = event.isClaim ? TimerEvent(.claim, pressed: event.pressed).text : nil
      draft.set(member.id, name, claim)
    }
    return draft
  }

  /// States when a session that has not ended began; its events stay as they are.
  private func begin(_ member: Member, _ start: Instant) throws(Refused) -> Draft {
    var draft = Draft()
    if var times = member.fields.times, times.segments[0].start == member.time.start {
      times.segments[0].start = start
      draft.set(member.id, times)
      return draft
    }
    for (event, _, name) in member.fields.events
    where event.action == .start && event.at == member.time.start {
      let moved = TimerEvent(.start, pressed: event.pressed, at: start)
      draft.set(member.id, name, moved.text)
      return draft
    }
    throw Refused()
  }

  func move(_ id: RecordID, _ distance: Int64, _ other: RecordID?) throws(Refused) -> Draft {
    let session = try session(id, [.ended])
    let members = members(session)
    let by = Milliseconds(distance)
    var draft = try over(members[0].id, session.kind, session.segments.shifted(by: by), other)
    for member in members where !member.segments.isEmpty {
      try requireFree(session.kind, member.segments.shifted(by: by), except: [id, other])
      draft.merge(state(member, member.segments.shifted(by: by)))
    }
    return draft
  }

  func merge(_ id: RecordID, _ target: RecordID) throws(Refused) -> Draft {
    let (one, other) = (try session(id, [.ended]), try session(target, [.ended]))
    guard one.id != other.id, one.kind == other.kind, one.subject == other.subject,
      !one.segments.intersects(other.segments)
    else { throw Refused() }
    var draft = Draft()
    for member in members(one) { draft.set(member.id, "mergedInto", other.id) }
    return draft
  }

  func delete(_ id: RecordID) throws(Refused) -> Draft {
    var draft = Draft()
    for member in members(try session(id)) {
      draft.set(member.id, RecordField.isDeleted, .bool(true))
    }
    return draft
  }

  func restore(_ id: RecordID) throws(Refused) -> Draft {
    guard view.deleted.contains(where: { view.content.sessions[$0].id == id }) else {
      throw Refused()
    }
    var draft = Draft()
    draft.set(id, RecordField.isDeleted, .bool(false))
    return draft
  }

  func rebook(_ id: RecordID, _ book: RecordID) throws(Refused) -> Draft {
    let session = try session(id)
    guard view.subject(book) != session.subject else { throw Refused() }
    var draft = Draft()
    for member in members(session) {
      try draft.merge(about(member.id, book))
      guard let pages = view.pages[member.index] else { continue }
      draft.setPage(member.id, "endPosition", nil)
      draft.set(member.id, "pages", pages.count)
    }
    return draft
  }

  func note(_ id: RecordID, _ text: String) throws(Refused) -> Draft {
    let members = members(try session(id))
    var draft = Draft()
    for member in members where !(member.fields.note ?? "").isEmpty {
      draft.set(member.id, "note", "")
    }
    let head = members.first { $0.id == id } ?? members[0]
    draft.set(head.id, "note", text)
    return draft
  }

  func mood(_ id: RecordID, _ value: Int64) throws(Refused) -> Draft {
    let members = members(try session(id, [.ended]))
    var draft = Draft()
    draft.set(members[members.count - 1].id, "moodAfter", value)
    return draft
  }

  func repage(_ id: RecordID, _ page: Int64) throws(Refused) -> Draft {
    reached(try session(id, [.ended]), page, nil)
  }
}

extension [Segment] {
  func shifted(by distance: Milliseconds) -> [Segment] {
    map { Segment(start: $0.start + distance, end: $0.end.map { $0 + distance }) }
  }

  /// The length of closed segments in milliseconds.
  var length: Int64 { reduce(0) { $0 + (($1.end ?? $1.start) - $1.start).count } }
}
