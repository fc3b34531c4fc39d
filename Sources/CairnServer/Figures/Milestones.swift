package import Cairn
package import CairnInsights
package import CairnStore

extension Log {
  /// The books that lie open, the quietest first.
  package func nudges(today: LocalDay, zone: ZoneRules) async throws -> [Nudge<OpenBookRow>] {
    let hour = try await dayStartHour()
    let nudges = try await openBooks().compactMap { row in
      row.nudge(today: today) { zone.day(at: $0, dayStartHour: hour) }
    }
    return nudges.sorted { $0.idle > $1.idle }
  }
}

extension OpenBookRow {
  /// A nudge for the book; nil when it does not lie open, or nobody knows since when.
  fileprivate func nudge(today: LocalDay, day: (Instant) -> LocalDay) -> Nudge<OpenBookRow>? {
    let stated = started.flatMap { PartialDay(text: $0)?.last }
    guard let started = stated ?? firstSession else { return nil }
    let last = [lastSession, noted.map(day)].compactMap(\.self).max()
    return Nudge(self, started: started, last: last, today: today)
  }
}

extension Nudge<OpenBookRow> {
  /// The shape of a nudge: documented in `docs/cli.md`.
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
  /// The shape of milestones, with those of listening: documented in `docs/cli.md`.
  package func json(listening journey: ListeningSummary) -> JSON {
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
      ("listening", journey.milestonesJSON),
      ("definition", .string(Self.definition)),
      ("excluded", .integer(Int64(excluded)))
    )
  }
}
