import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var log: Command {
    Command(
      "log",
      summary: "List sessions, newest first.",
      examples: [
        Example("cairn log --week", "this week"),
        Example("cairn log --in \"last 7 days\" --kind climbing", "what you climbed lately"),
        Example("cairn log --book \"Dune\" --json", "sessions of one book, as JSON"),
        Example("cairn log +beach --year", "sessions with a tag"),
      ],
      options: .period + .sessionFilters + [.limit, .all],
      action: { invocation, context in
        try await context.withLog { log in
          var filter = try await context.filter(invocation, in: log)
          filter.days = try await context.span(invocation, in: log).days
          filter.limit += 1
          let found = try await log.sessions(filter)
          let rows = context.cut(found, invocation)
          let isCut = rows.count < found.count
          let isText = context.output.format == .text
          let totals =
            isText
            ? try await LogTotals(of: rows, isCut: isCut, filter, at: context.now, in: log) : nil
          context.show(rows, totals)
          try await context.showSyncNotice(log)
          return rows.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  /// Returns the filter of ``Option/sessionFilters`` and `--limit`.
  func filter(_ invocation: Invocation, in log: Log) async throws -> SessionFilter {
    var filter = SessionFilter(limit: try invocation.limit())
    filter.kind = try invocation.kind(of: modules)
    if let word = invocation.value("book") {
      filter.entry = try await BookReference.find(word, in: log).id
      filter.kind = filter.kind ?? Reading.kind
    }
    if let word = invocation.value("story") {
      filter.story = try await StoryReference.find(word, in: log).id
      filter.kind = filter.kind ?? Listening.kind
    }
    filter.place = invocation.value("place")
    filter.tag = try invocation.tag()
    return filter
  }

  fileprivate func show(_ rows: [SessionRow], _ totals: LogTotals?) {
    if wantsData { return output.print(data: rows.map { $0.report(at: now) }) }
    if rows.isEmpty { return output.info("No sessions.") }
    output.print(table(rows, totals))
  }

  /// Returns sessions as a table, with totals after each day and week of several sessions.
  func table(_ rows: [SessionRow], _ totals: LogTotals? = nil) -> Table {
    // The number of pages suffices unless a position has another unit.
    let hasPositions = rows.contains { row in
      row.endPosition.map { $0.unit != .page } ?? (row.listening?.endPosition != nil)
    }
    let position: [Table.Column] = hasPositions ? [.init("to", canHide: true)] : []
    var table = Table(
      [.init("id"), .init("day"), .init("time"), .init("active", isNumber: true)]
        + [.init("pages", isNumber: true)] + position + [.init("what", canShrink: true)]
    )
    for (index, row) in rows.enumerated() {
      table.append(cells(row, hasPositions))
      let next = index + 1 < rows.count ? rows[index + 1].day : nil
      for total in totals?.after(row.day, next) ?? [] {
        table.append(total: cells(total, hasPositions))
      }
    }
    return table
  }

  private func cells(_ total: LogTotals.Total, _ hasPositions: Bool) -> [Table.Cell] {
    let from = total.isWeek ? " from \(times.format.day(total.day))" : ""
    let facts: [Table.Cell] = [
      "", .init(total.isWeek ? "week" : times.format.day(total.day), .dim), .init("total", .dim),
      .init(text(total.time), .accent), "",
    ]
    let note = total.note { text($0) }
    let what = Table.Cell("\(counted(total.sessions, "session"))\(from)\(note)", .dim)
    return facts + (hasPositions ? [""] : []) + [what]
  }

  private func cells(_ row: SessionRow, _ hasPositions: Bool) -> [Table.Cell] {
    let audioPosition = row.listening?.endPosition?.audioText ?? ""
    let position: [Table.Cell] =
      hasPositions ? [.init(row.endPosition.map(shortPosition) ?? audioPosition)] : []
    let facts: [Table.Cell] = [
      .init(row.shortID.text, .dim),
      .init(times.format.day(row.day)),
      .init(clocks(row)),
      .init(text(row.timeline.active(until: now)), row.endedAt == nil ? .accent : nil),
      .init(row.pages.map { String($0) } ?? ""),
    ]
    let what = [row.title ?? row.kind.name, figures(row)].compactMap(\.self).joined(separator: ", ")
    let tags = row.sessionContext.tags
    return facts + position + [.init(tags.isEmpty ? what : "\(what) \(tags.signed)")]
  }

  /// Returns a position without its total.
  private func shortPosition(_ position: Position) -> String {
    position.unit == .percent ? text(of: position) : "\(position.unit.name) \(position.value)"
  }
}

extension CommandContext {
  /// Returns `20:40–21:15` in the time zone of the session.
  func clocks(_ row: SessionRow) -> String {
    if row.listening?.isDayOnly == true { return "unknown" }
    let format = format(row.zone)
    guard let end = row.endedAt else { return format.clock(row.startedAt) + "–" }
    return format.clocks(row.startedAt, end, until: self.format(row.endZone ?? row.zone))
  }
}

extension [Option] {
  /// The options that choose some sessions.
  static var sessionFilters: [Option] { [.kind, .ofBook, .ofStory, .atPlace, .ofTag] }
}

extension Option {
  static var today: Option { .flag("today", "Only today.") }
  static var week: Option { .flag("week", "Only this week, from your first day of the week.") }
  static var month: Option { .flag("month", "Only this month.") }
  static var year: Option { .flag("year", "Only this year.") }
  static var ofBook: Option {
    .value("book", "BOOK", "Only sessions of this book.", completion: .live("titles"))
  }
  static var atPlace: Option {
    .value("place", "TEXT", "Only sessions at this place.", completion: .live("places"))
  }
  static var limit: Option { .value("limit", "N", "Maximum number of rows (50).") }
  static var all: Option { .flag("all", "Show all rows.") }
}

extension Invocation {
  /// Returns the tag to filter by, or nil; throws `session.invalid_tag`, and `usage.repeated_option` for several.
  func tag() throws(CairnError) -> String? {
    let tags = values("tag")
    guard tags.count < 2 else {
      throw CairnError(
        "usage.repeated_option",
        "“--tag” is given more than once.",
        hint: "Choose one tag."
      )
    }
    return try tags.first.map(SessionTags.checked)
  }

  /// Returns the maximum number of rows: `--limit`, `--all`, or 50.
  func limit() throws(CairnError) -> Int {
    guard !isOn("all") else { return Int(Int32.max) }
    return Int(try integer("limit", in: 1...1_000_000) ?? 50)
  }

  /// Whether `--limit` was given.
  var hasLimit: Bool { value("limit") != nil }
}

extension CommandContext {
  /// Limits rows that were fetched with one extra; warns if the default limit truncates them.
  func cut<Row>(_ rows: [Row], _ invocation: Invocation, _ which: String = "newest") -> [Row] {
    guard let limit = try? invocation.limit(), rows.count > limit else { return rows }
    if !invocation.hasLimit {
      output.warn("Showing the \(which) \(limit). Use --limit N for more, or --all.")
    }
    return Array(rows.prefix(limit))
  }

  /// Returns today, with respect to the hour at which the person's day starts.
  func today(in log: Log) async throws -> LocalDay {
    zone.day(at: now, dayStartHour: try await log.dayStartHour())
  }

  /// Returns the days of `--today`, `--week`, `--month` or `--year`; nil without one.
  func window(_ invocation: Invocation, in log: Log) async throws -> ClosedRange<LocalDay>? {
    let periods = ["today", "week", "month", "year"]
    guard let word = try invocation.only(of: periods, "usage.period") else { return nil }
    let cadence = Cadence.all.first { $0.noun == word } ?? .daily
    return cadence.period(of: try await today(in: log), try await log.weekStart())
  }
}
