import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension HistoryPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["day", "book", "before", "kind", "tag", "place", "done"])
    let frame = try await PageFrame(context)
    let day = try context.day("day")
    let (kind, label) = (try context.kind("kind"), try context.label())
    let (book, days): (EntryRow?, HistoryDays)
    if let day {
      (book, days) = (nil, try await HistoryDays(on: day, context.log))
    } else {
      book = try await context.namedBook()
      let before = try context.target.query["before"].map(HistoryCursor.init)
      days = try await HistoryDays(
        of: book?.id,
        before: before,
        kind: kind,
        label: label,
        context.log
      )
    }
    self.init(
      frame: frame,
      days: days,
      zones: SessionZones(context),
      day: day,
      today: try await context.today(),
      book: book,
      kind: kind,
      label: label,
      modules: try await context.log.usedModules(),
      conflicts: try await ConflictNotice(context.log),
      running: context.target.query["before"] == nil
        ? frame.open.filter { Self.lists($0, day, book, kind, label) } : [],
      books: book == nil ? try await days.books(context.log) : [:]
    )
  }

  /// Returns whether an open session belongs on the page of a day, a book, a kind, a label or everything.
  private static func lists(
    _ row: SessionRow,
    _ day: LocalDay?,
    _ book: EntryRow?,
    _ kind: SessionKind?,
    _ label: SessionLabel?
  ) -> Bool {
    row.day == day ?? row.day && row.entry == book.map { $0.id } ?? row.entry
      && row.kind == kind ?? row.kind && label?.matches(row.sessionContext) ?? true
  }
}

extension Log {
  /// Returns reading, and the other kinds that have sessions.
  fileprivate func usedModules() async throws -> [KindModule] {
    var used = [KindModule.reading]
    for module in modules where module.kind != Reading.kind {
      if try await has(module.kind) { used.append(module) }
    }
    return used
  }

  /// Whether the log has a session of the kind, or for climbing a day of climbs without one.
  private func has(_ kind: SessionKind) async throws -> Bool {
    var filter = SessionFilter(limit: 1)
    filter.kind = kind
    guard try await sessions(filter).isEmpty else { return true }
    guard kind == Climbing.kind else { return false }
    var days = LogbookFilter(limit: 1)
    days.hasSessions = false
    return try await !logbook(days).isEmpty
  }
}

extension AuthenticatedContext {
  /// Returns a day in the query, `2026-03-05`; nil without one; throws `request.field`.
  func day(_ name: String) throws(CairnError) -> LocalDay? {
    guard let text = target.query[name] else { return nil }
    guard let day = LocalDay(text: text), (LocalDay.first...LocalDay.last).contains(day) else {
      throw .field(name, "takes a day such as 2026-03-05")
    }
    return day
  }

  /// Returns a session kind in the query; nil without one; throws `request.field`.
  func kind(_ name: String) throws(CairnError) -> SessionKind? {
    guard let text = target.query[name] else { return nil }
    guard let module = modules[SessionKind(text)] else {
      let names = modules.map(\.kind.name)
      throw .field(
        name,
        "takes \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
      )
    }
    return module.kind
  }

  /// Returns the tag or place in the query; nil without one.
  ///
  /// Throws `session.invalid_tag`, and `request.field` for an empty place or both.
  func label() throws(CairnError) -> SessionLabel? {
    let (tag, place) = (target.query["tag"], target.query["place"])
    if let tag, place == nil { return .tag(try SessionTags.checked(tag)) }
    guard let place else { return nil }
    var sessionContext = SessionContext()
    sessionContext.setPlace(place)
    guard tag == nil, let name = sessionContext.place else {
      throw .field("place", "takes the name of a place, without a tag beside it")
    }
    return .place(name)
  }

  /// Returns the book in the query; nil without one; throws `reading.not_on_shelf`.
  func namedBook() async throws -> EntryRow? {
    guard let text = target.query["book"] else { return nil }
    guard let id = RecordID(text: text), let row = try await log.book(Identifier(id)) else {
      throw CairnError.notOnShelf
    }
    return row
  }
}
