package import Cairn
package import CairnInsights
package import CairnStore

extension Log {
  /// Returns nudges for books being read, the longest idle first.
  package func nudges(today: LocalDay, zone: ZoneRules) async throws -> [Nudge<OpenBookRow>] {
    let hour = try await dayStartHour()
    let nudges = try await openBooks().compactMap { row in
      row.nudge(today: today) { zone.day(at: $0, dayStartHour: hour) }
    }
    return nudges.sorted { $0.idle > $1.idle }
  }
}

extension OpenBookRow {
  /// Returns a nudge for the book; nil if it is not idle or its start is unknown.
  fileprivate func nudge(today: LocalDay, day: (Instant) -> LocalDay) -> Nudge<OpenBookRow>? {
    let stated = started.flatMap { PartialDay(text: $0)?.last }
    guard let started = stated ?? firstSession else { return nil }
    let last = [lastSession, progressStamp.map(day)].compactMap(\.self).max()
    return Nudge(self, started: started, last: last, today: today)
  }
}

extension Nudge<OpenBookRow> {
  /// The nudge as JSON, documented in `docs/cli.md`.
  package var json: JSON {
    .members(
      ("id", .string(book.id.record.text)),
      ("short", .string(book.shortID.text)),
      ("title", .string(book.title)),
      ("started", .string(started.text)),
      ("last", .string(last.text)),
      ("idle_days", .integer(Int64(idle))),
      ("definition", .string(Self.definition))
    )
  }
}

extension Milestones {
  /// Returns the milestones with those of listening as JSON, documented in `docs/cli.md`.
  package func json(listening summary: ListeningSummary) -> JSON {
    .members(
      (
        "reached",
        .array(
          reached.map { one in
            .members(
              ("kind", .string(one.kind.name)),
              ("amount", .integer(one.amount)),
              ("reached", .string(one.reached.text))
            )
          }
        )
      ),
      (
        "next",
        .array(
          next.map { one in
            .members(
              ("kind", .string(one.kind.name)),
              ("amount", .integer(one.amount)),
              ("done", .integer(one.done))
            )
          }
        )
      ),
      ("listening", summary.milestonesJSON),
      ("definition", .string(Self.definition)),
      ("excluded", .integer(Int64(excluded)))
    )
  }
}
