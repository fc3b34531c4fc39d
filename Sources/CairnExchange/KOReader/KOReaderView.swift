import Cairn

/// A page view with a valid time.
struct KOReaderView {
  let started: Instant
  let ended: Instant
  /// The position in the book; nil if the page is invalid.
  let position: KOReaderSession.Position?
  /// The issue of an invalid page.
  let issue: RowIssue?

  init(_ page: KOReaderPage, place: Int, books: Int64) throws(RowIssue) {
    started = try Self.start(page, place)
    guard let duration = page.possibleDuration else {
      let rule = "A page was read for \(page.duration) seconds, not 0 to 86400."
      throw RowIssue(line: place, "koreader.duration", rule)
    }
    guard page.bookID >= 1, page.bookID <= books else {
      throw RowIssue(line: place, "koreader.book", "A page belongs to a missing book.")
    }
    ended = started + .seconds(duration)
    guard ended < .limit else { throw Self.outOfRange(page, place) }
    let isPossible =
      Edition.pageCounts.contains(page.totalPages) && page.page >= 1 && page.page <= page.totalPages
    position =
      isPossible ? KOReaderSession.Position(page: page.page, totalPages: page.totalPages) : nil
    issue = isPossible ? nil : Self.impossible(page, place)
  }

  /// Orders by start, end and page, so that the order of the rows does not matter.
  static func isOrdered(_ left: KOReaderView, _ right: KOReaderView) -> Bool {
    (left.started, left.ended, left.position?.page ?? 0)
      < (right.started, right.ended, right.position?.page ?? 0)
  }

  private static func start(_ page: KOReaderPage, _ place: Int) throws(RowIssue) -> Instant {
    let range = Instant.earliest.milliseconds / 1_000..<Instant.limit.milliseconds / 1_000
    guard range.contains(page.startTime) else { throw outOfRange(page, place) }
    return Instant(milliseconds: page.startTime * 1_000)
  }

  private static func outOfRange(_ page: KOReaderPage, _ place: Int) -> RowIssue {
    let rule = "A page was read at second \(page.startTime), which is outside 2000 to 2099."
    return RowIssue(line: place, "koreader.time", rule)
  }

  private static func impossible(_ page: KOReaderPage, _ place: Int) -> RowIssue {
    let rule = "Page \(page.page) of \(page.totalPages) is not a valid page."
    return RowIssue(line: place, "koreader.page", rule)
  }
}
