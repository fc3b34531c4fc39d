import Cairn
import CairnInsights
import CairnReports
import CairnStore

/// The person's reading pace, used to detect a mistyped page: `--page 2000` for 200.
struct UsualPace: Sendable {
  /// In hundredths of a page per hour.
  let pace: Int64
  /// The multiple of the usual pace above which the command asks for confirmation.
  static let maximumFactor: Int64 = 5
  /// One page per minute, the default with too few sessions.
  private static let unknown: Int64 = 6_000

  /// Computes the pace of the latest reading sessions; with fewer than three usable ones, a page per minute.
  init(_ sessions: [SessionRow]) {
    let sums = sessions.reduce(into: PaceSums()) { $0.add(pages: $1.amount, active: $1.active) }
    pace = sums.counted < 3 ? Self.unknown : pagesPerHour(sums).value ?? Self.unknown
  }

  /// Throws `reading.unusually_fast` for far more pages than usual in a book without a page count.
  func requirePlausible(_ row: SessionRow) throws(CairnError) {
    guard let pages = row.amount, row.endPosition?.unit == .page, row.endPosition?.total == nil
    else { return }
    let usual = max(1, pace / 100 * row.active.count / 3_600_000)
    guard pages > Self.maximumFactor * usual, pages > 50 else { return }
    throw CairnError(
      "reading.unusually_fast",
      "That would be \(pages) pages in \(row.active.hoursAndMinutes); your usual pace gives \(usual).",
      hint:
        "Add --allow-fast if page \(row.endPosition?.value ?? pages) is right. Nothing was changed."
    )
  }
}

extension CommandContext {
  /// Returns the usual pace; nil without a page or with `--allow-fast`.
  func usualPace(_ invocation: Invocation, in log: Log) async throws -> UsualPace? {
    if invocation.flag("allow-fast") || invocation.value("page") == nil { return nil }
    var filter = SessionFilter(limit: 50)
    filter.kind = Reading.kind
    return UsualPace(try await log.sessions(filter))
  }
}

extension Option {
  static var allowFast: Option {
    .flag("allow-fast", "Allow more than five times your usual pace.")
  }
}
