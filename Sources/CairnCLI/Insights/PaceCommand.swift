import Cairn
import CairnInsights
import CairnStore

extension Command<Surroundings> {
  static var pace: Command {
    Command(
      "pace",
      group: "Looking",
      summary: "Show pages per hour: by book, by format, and lately.",
      reads: true,
      examples: [
        Example("cairn pace", "of everything"),
        Example("cairn pace \"Dune\" --why", "the sessions behind the pace of a book"),
      ],
      arguments: [.optional("book", BookReference.help, completion: .live("titles"))],
      options: [.why, .limit],
      action: { invocation, surroundings in
        try await surroundings.withLog { log in
          let word = invocation.value("book")
          var book: EntryRow?
          if let word { book = try await BookReference.find(word, in: log) }
          guard invocation.flag("why") else {
            surroundings.show(
              try await Paces(book, try await surroundings.today(in: log), log),
              try invocation.limit()
            )
            return .done
          }
          var filter = SessionFilter(limit: .max)
          (filter.kind, filter.entry) = (Reading.kind, book?.id)
          return surroundings.show(
            Why(.pace, among: try await log.sessions(filter)),
            invocation
          )
        }
      }
    )
  }
}

/// What `cairn pace` shows, of everything or of one book.
struct Paces {
  let title: String
  let all: Figure<Int64>
  let recent: Figure<Int64>
  /// At the end of each of the last twelve weeks; none for one book.
  let trend: PaceTrend?
  let formats: [(name: String?, pace: Figure<Int64>)]
  let books: [(row: BookTotalRow, pace: Figure<Int64>)]

  init(_ book: EntryRow?, _ today: LocalDay, _ log: Log) async throws {
    title = book?.title ?? "Everything"
    let lately = (today - PaceTrend.window + 1)...(today + 1)
    let rows = try await log.bookTotals(in: nil).filter { book == nil || $0.entry == book?.id }
    let late = try await log.bookTotals(in: lately).filter { book == nil || $0.entry == book?.id }
    all = Self.pace(rows)
    recent = Self.pace(late, .recentPace)
    guard book == nil else {
      (trend, formats, books) = (nil, [], [])
      return
    }
    let weeks: Int32 = 12
    let days = try await log.dayTotals(
      Reading.kind,
      in: (today - PaceTrend.window - 7 * weeks)...today
    )
    trend = PaceTrend(days.map { ($0.day, PaceSums($0.sums)) }, today: today, weeks: weeks)
    formats = Dictionary(grouping: rows) { $0.format }.map { ($0, Self.pace($1)) }.sorted {
      ($0.0 == nil ? 1 : 0, $1.1.count, $0.0 ?? "") < ($1.0 == nil ? 1 : 0, $0.1.count, $1.0 ?? "")
    }
    books = rows.map { ($0, Self.pace([$0])) }.filter { $0.1.value != nil }
  }

  private static func pace(_ rows: [BookTotalRow], _ insight: Insight = .pace) -> Figure<Int64> {
    pagesPerHour(PaceSums.sum(rows.map { PaceSums($0.sums) }), insight)
  }
}

extension Surroundings {
  fileprivate func show(_ paces: Paces, _ limit: Int) {
    if wantsJSON { return output.print(paces.json.text) }
    output.print(output.style.paint(paces.title.visible, .title))
    output.print(lines: lines("all time", paces.all) { "\(decimal($0)) pages an hour" })
    output.print(lines: lines("4 weeks", paces.recent) { "\(decimal($0)) pages an hour" })
    if paces.formats.contains(where: { $0.name != nil }) {
      show("format", paces.formats.map { ($0.name, $0.pace) })
    }
    if !paces.books.isEmpty {
      show("book", paces.books.prefix(limit).map { ($0.row.name, $0.pace) })
      if paces.books.count > limit {
        output.say("\(paces.books.count - limit) more; --limit N shows more.")
      }
    }
    if let trend = paces.trend, trend.points.contains(where: { $0.pace.value != nil }) {
      let known = trend.points.drop { $0.pace.value == nil }
      show("four weeks up to", known.map { (times.format.day($0.day), $0.pace) })
    }
  }

  private func show(_ name: String, _ rows: [(String?, Figure<Int64>)]) {
    var table = Table(
      .init(name, canShrink: true),
      .init("pages an hour", isNumber: true),
      .init("sessions", isNumber: true),
      .init("left out", isNumber: true)
    )
    for (name, pace) in rows {
      table.append(
        .init(name ?? "not known", name == nil ? .dim : nil),
        .init(pace.value.map(decimal) ?? ""),
        .init("\(pace.count)"),
        .init(pace.excluded > 0 ? "\(pace.excluded)" : "")
      )
    }
    output.print("")
    output.print(table)
  }
}

extension Paces {
  fileprivate var json: JSON {
    .members(
      ("all", all.paceJSON),
      ("recent", recent.paceJSON),
      (
        "trend",
        .array(
          (trend?.points ?? []).map {
            .members(("day", .string($0.day.text)), ("pace", $0.pace.paceJSON))
          }
        )
      ),
      (
        "formats",
        .array(formats.map { .members(("format", .text($0.name)), ("pace", $0.pace.paceJSON)) })
      ),
      (
        "books",
        .array(
          books.map {
            .members(
              ("id", .string($0.row.entry.record.text)),
              ("title", .text($0.row.title)),
              ("pace", $0.pace.paceJSON)
            )
          }
        )
      )
    )
  }
}
