import Cairn
import CairnInsights
import CairnStore

/// How fast somebody reads, to ask about a page that was mistyped: `--page 2000` for 200.
struct UsualPace: Sendable {
  /// In hundredths of a page an hour.
  let pace: Int64
  /// As many times the usual pace are asked about.
  static let most: Int64 = 5
  /// A page a minute, where too few sessions tell.
  private static let unknown: Int64 = 6_000

  /// From the latest sessions of reading; below three that tell, a page a minute.
  init(_ sessions: [SessionRow]) {
    let sums = sessions.reduce(into: PaceSums()) { $0.add(pages: $1.amount, active: $1.active) }
    pace = sums.counted < 3 ? Self.unknown : pagesPerHour(sums).value ?? Self.unknown
  }

  /// Refuses far more pages than usual of a book that may have any number of them, with `reading.fast`.
  func requireBelievable(_ row: SessionRow) throws(CairnError) {
    guard let pages = row.amount, row.endPosition?.unit == .page, row.endPosition?.total == nil
    else { return }
    let usual = max(1, pace / 100 * row.active.count / 3_600_000)
    guard pages > Self.most * usual, pages > 50 else { return }
    throw CairnError(
      "reading.fast",
      "That would be \(pages) pages in \(row.active.hoursAndMinutes); at your usual pace it is \(usual).",
      hint:
        "If page \(row.endPosition?.value ?? pages) is right, add --allow-fast. Nothing was changed."
    )
  }
}

extension CommandContext {
  /// How fast the person reads; nil where no page is typed, or they say that it was that fast.
  func usualPace(_ invocation: Invocation, in log: Log) async throws -> UsualPace? {
    if invocation.flag("allow-fast") || invocation.value("page") == nil { return nil }
    var filter = SessionFilter(limit: 50)
    filter.kind = Reading.kind
    return UsualPace(try await log.sessions(filter))
  }
}

extension Option {
  static var allowFast: Option {
    .flag("allow-fast", "Keep more than five times as many pages as usual.")
  }
}
