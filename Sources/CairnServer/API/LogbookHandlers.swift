import Cairn
import CairnJSON
import CairnReports
import CairnStore

/// The handlers of `/api/v1/logbook`.
enum LogbookHandlers {
  static let list = Endpoint(
    "List the logbook, newest first, paginated.",
    query: [
      .limit(50), SchemaField("before", .text, "the `next` value of the previous page"), .from, .to,
    ],
    gives: ListPage<LogbookReport>.fields("rows")
  ) { context in
    let (limit, now) = (Int(context.query.integer("limit") ?? 50), context.now)
    var filter = LogbookFilter(limit: limit + 1)
    filter.days = try context.days()
    filter.after = try context.query.text("before").map(LogbookCursor.init(parsing:))
    let rows = try await context.log.logbook(filter)
    let next = rows.count > limit ? rows[limit - 1].cursor.text : nil
    let shown = rows.prefix(limit).map { $0.report(at: now) }
    return ListPage(rows: shown, next: next)
  }

  static let day = Endpoint(
    "List the climbs of a day that have no session, in order.",
    gives: ClimbHandlers.climbs
  ) { context in
    try await context.log.climbs(on: context.pathDay())
  }
}

extension LogbookCursor {
  /// Parses the cursor of a previous page; throws `request.field`.
  init(parsing text: String) throws(CairnError) {
    guard let cursor = LogbookCursor(text: text) else {
      throw .field("before", "takes “next” of the previous page")
    }
    self = cursor
  }
}

extension AuthenticatedContext {
  /// Returns the day in the path; throws `request.not_found` if it is malformed or out of range.
  func pathDay() throws(CairnError) -> LocalDay {
    guard let day = captures["day"].flatMap({ LocalDay(text: $0) }),
      (LocalDay.first...LocalDay.last).contains(day)
    else { throw .noSuchPage }
    return day
  }
}
