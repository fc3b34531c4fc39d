import Cairn
package import CairnInsights
package import CairnReports

extension OnThisDayYear: JSONModel {
  package static let fields = JSONFields<OnThisDayYear>(
    named: "EarlierYear",
    [
      .init("year", .integer, \.year),
      .init("events", \.events),
      .init("sessions", \.sessions),
    ]
  )
}

extension SessionOnDay: JSONModel {
  package static let fields: JSONFields<SessionOnDay> = [
    .init("id", \.session.id),
    .init("short", \.session.shortID),
    .init("kind", \.session.kind.name),
    .init("title", \.session.title),
    .init("day", \.day),
    .init("started_at", \.session.startedAt),
    .init("active_seconds", \.time),
    .init("pages", \.session.pages),
  ]
}

extension BookEvent: JSONModel {
  package static let fields = JSONFields<BookEvent>(
    named: "Event",
    [
      .init("date", \.date),
      .init("what", \.kind.name),
      .init("title", \.title),
      .init("book", \.entry),
      .init("number", \.number),
    ]
  )
}
