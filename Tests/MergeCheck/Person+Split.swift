import Cairn

extension Person {
  /// Makes two sessions of one.
  ///
  /// What a merge had put behind the cut goes with the second.
  func split(_ id: RecordID, _ at: Instant) throws(Refused) -> Draft {
    let session = try session(id, [.ended])
    guard !session.segments.clipped(.beginning, at).isEmpty,
      !session.segments.clipped(at, .endless).isEmpty
    else { throw Refused() }
    let members = members(session).filter { !$0.segments.isEmpty }
    let early = members.filter { $0.time.start < at }
    let late = members.filter { $0.time.start >= at }.map { $0.id }
    var (draft, heads) = (Draft(), [RecordID]())
    for member in early where !member.segments.clipped(at, .endless).isEmpty {
      let new = RecordID(derivedFrom: ["part", member.id.text, String(at.milliseconds)])
      try draft.merge(split(member, at, new))
      heads.append(new)
    }
    guard members.count > 1 else { return draft }
    let head = early.contains { $0.id == id } ? id : early[0].id
    for member in early { draft.set(member.id, "mergedInto", head) }
    for record in heads + late { draft.set(record, "mergedInto", (heads + late)[0]) }
    return draft
  }

  /// Makes a record of what is behind a cut.
  ///
  /// Its ID is derived, so that two devices that make the same
  /// cut make one record.
  private func split(_ member: Member, _ at: Instant, _ new: RecordID) throws(Refused) -> Draft {
    let fields = member.fields
    guard view.content.session(new)?.kind == nil else { throw Refused() }
    var draft = state(member, member.segments.clipped(.beginning, at))
    draft.set(new, ExplicitTimes(member.segments.clipped(at, .endless), .ended))
    draft.set(new, "kind", fields.kind)
    if let subject = fields.subject { draft.set(new, "entry", subject) }
    if let reading = fields.reading { draft.set(new, "readThrough", reading) }
    if let mood = fields.moodAfter {
      draft.set(new, "moodAfter", mood)
      draft.set(member.id, "moodAfter", nil as Int64?)
    }
    draft.merge(pages(member, at, new))
    draft.merge(precedences(member, new))
    for climb in view.content.climbs where climb.session == member.id && climb.at ?? at >= at {
      if view.climbs.index(of: climb.id) != nil { draft.set(climb.id, "session", new) }
    }
    return draft
  }

  /// Makes room for the new record, or has it make room, where the whole does; of both the later statement holds.
  private func precedences(_ member: Member, _ new: RecordID) -> Draft {
    var draft = Draft()
    for other in view.content.sessions {
      let mine = member.fields.over.first { $0.record == other.id }
      let theirs = other.over.first { $0.record == member.id }
      if let mine, theirs.map({ $0.stamp <= mine.stamp }) ?? true {
        draft.set(new, MergeField.over(other.id), .bool(true))
      } else if theirs != nil {
        draft.set(other.id, MergeField.over(new), .bool(true))
      }
    }
    return draft
  }

  /// Divides the pages of a record by time.
  ///
  /// The second one starts where the first ends, if a person stated where that started: pages that count
  /// again are not beyond the highest page.
  private func pages(_ member: Member, _ at: Instant, _ new: RecordID) -> Draft {
    let whole = member.segments.length
    let done = member.segments.clipped(.beginning, at).length
    var draft = Draft()
    if let page = member.fields.endPage {
      guard let span = view.pages[member.index] else { return draft }
      let middle = span.start + max(0, span.end - span.start) * done / whole
      draft.setPage(new, "endPosition", page)
      draft.setPage(member.id, "endPosition", middle)
      draft.merge(start(member, new, middle))
    } else if let count = member.fields.pageCount {
      let before = count * done / whole
      draft.set(member.id, "pages", before)
      draft.set(new, "pages", count - before)
      draft.merge(start(member, new, (member.fields.startPage ?? 0) + before))
    }
    return draft
  }

  private func start(_ member: Member, _ new: RecordID, _ page: Int64) -> Draft {
    var draft = Draft()
    guard member.fields.startPage != nil else { return draft }
    draft.setPage(new, "startPosition", page)
    if let isReread = member.fields.isReread {
      draft.set(new, MergeField.isReread, .bool(isReread))
    }
    return draft
  }
}
