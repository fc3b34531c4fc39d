import Cairn
import CairnHTTP
import CairnStore

/// The handlers of `/api/v1/logbook`.
enum LogbookHandlers {
  static let list = Endpoint(
    "List the logbook, newest first, paginated.",
    query: [
      .limit(50), SchemaField("before", .text, "the `next` value of the previous page"), .from, .to,
    ],
    gives: .json(.page("rows", of: .logbookRow))
  ) { context in
    let (limit, now) = (Int(context.query.integer("limit") ?? 50), context.now)
    var filter = LogbookFilter(limit: limit + 1)
    filter.days = try context.days()
    filter.after = try context.query.text("before").map(LogbookCursor.init(parsing:))
    let rows = try await context.log.logbook(filter)
    let shown = rows.prefix(limit)
    let next = rows.count > limit ? shown.last?.cursor.text : nil
    return HTTPResponse(
      .members(("rows", .array(shown.map { $0.json(at: now) })), ("next", .text(next)))
    )
  }

  static let day = Endpoint(
    "List the climbs of a day that have no session, in order.",
    gives: .json(["climbs": .list(.climb)])
  ) { context in
    let climbs = try await context.log.climbs(on: context.pathDay())
    return HTTPResponse(.members(("climbs", .array(climbs.map(\.json)))))
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
