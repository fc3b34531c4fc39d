import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension CalendarPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["month", "done"])
    let frame = try await PageFrame(context)
    let today = try await context.today()
    let activity = try await context.log.activity(nil, until: today)
    let restDays = Set(try await context.log.restDays())
    let month = try context.month("month") ?? today
    let chart = MonthCalendar(
      activity,
      .minutes,
      month: month,
      restDays: restDays,
      today: today,
      weekStart: try await context.log.weekStart()
    )
    self.init(
      frame: frame,
      chart: chart,
      today: today,
      climbs: try await context.log.climbsWithoutHours(in: month.wholeMonth)
    )
  }
}

extension Log {
  /// Returns the number of climbs without a session, on each day that has some.
  fileprivate func climbsWithoutHours(
    in days: ClosedRange<LocalDay>
  ) async throws -> [LocalDay: Int64] {
    var filter = LogbookFilter(limit: 1_000)
    (filter.days, filter.hasSessions) = (days, false)
    let rows = try await logbook(filter)
    return Dictionary(rows.map { ($0.day, $0.climbs) }, uniquingKeysWith: +)
  }
}

extension AuthenticatedContext {
  /// Returns the first day of a month in the query, `2026-03`; throws `request.field`.
  func month(_ name: String) throws(CairnError) -> LocalDay? {
    guard let text = target.query[name] else { return nil }
    guard text.utf8.count == 7, let month = PartialDay(text: text),
      (LocalDay.first...LocalDay.last).contains(month.first)
    else { throw .field(name, "takes a month such as 2026-03") }
    return month.first
  }
}
