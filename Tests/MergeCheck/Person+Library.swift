import Cairn

extension Person {
  func added(_ title: String) -> Draft {
    var draft = Draft()
    draft.set(newID("b"), "work", title)
    return draft
  }

  func books(_ book: RecordID) throws(Refused) -> [RecordID] {
    let books = view.content.subjects.filter { $0.isShown && view.subject($0.id) == book }
    guard !books.isEmpty else { throw Refused() }
    return books.map { $0.id }
  }

  func mergeBooks(_ book: RecordID, _ target: RecordID) throws(Refused) -> Draft {
    let members = try books(book)
    _ = try books(target)
    guard book != target else { throw Refused() }
    var draft = Draft()
    for member in members { draft.set(member, "mergedInto", target) }
    for (index, reading) in view.readings.enumerated() where reading?.outcome == nil {
      let fields = view.content.readings[index]
      guard reading != nil, fields.entry.map({ view.subject($0) }) == book else { continue }
      let (heir, new) = try self.reading(target)
      if new.isEmpty { draft.set(fields.id, "mergedInto", heir) }
    }
    return draft
  }

  func deleteBook(_ book: RecordID) throws(Refused) -> Draft {
    var draft = Draft()
    for member in try books(book) { draft.set(member, RecordField.isDeleted, .bool(true)) }
    return draft
  }

  func finish(_ book: RecordID) throws(Refused) -> Draft {
    _ = try books(book)
    var (reading, draft) = try reading(book)
    guard draft.isEmpty else { throw Refused() }
    let members = view.reading(reading).flatMap { view.readings[$0]?.members } ?? []
    for member in members.map({ view.content.readings[$0].id }) where member != reading {
      draft.set(member, "mergedInto", reading)
    }
    draft.set(reading, "outcome", "finished")
    return draft
  }

  func place(_ book: RecordID, _ page: Int64) throws(Refused) -> Draft {
    _ = try books(book)
    var (reading, draft) = try reading(book)
    let record = newID("p")
    draft.set(record, "readThrough", reading)
    draft.set(record, "at", now)
    draft.setPage(record, "position", page)
    if page < high(reading) { draft.set(record, "isBackward", .bool(true)) }
    return draft
  }

  func climb(_ id: RecordID, _ name: String, _ at: Int64?) throws(Refused) -> Draft {
    var draft = Draft()
    let record = newID("c")
    draft.set(record, "session", try session(id).id)
    draft.set(record, "at", at ?? now)
    draft.set(record, "name", name)
    return draft
  }

  func attempt(_ id: RecordID, _ result: String, _ tick: String?) throws(Refused) -> Draft {
    guard let climb = view.climbs.first(where: { $0.id == id }),
      tick != "flash" || climb.attempts.isEmpty
    else { throw Refused() }
    var draft = Draft()
    let record = newID("a")
    draft.set(record, "climb", id)
    draft.set(record, "at", now)
    draft.set(record, "result", result)
    draft.set(record, "tick", tick)
    return draft
  }

  func moveClimb(_ id: RecordID, _ target: RecordID) throws(Refused) -> Draft {
    guard view.climbs.contains(where: { $0.id == id }) else { throw Refused() }
    var draft = Draft()
    draft.set(id, "session", try session(target).id)
    return draft
  }
}
