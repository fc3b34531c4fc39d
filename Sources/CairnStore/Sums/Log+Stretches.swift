public import Cairn
import CairnSQL

extension Log {
  /// The stretches that sessions of all kinds ran on some days, cut to those days, each in the zone
  /// of its session; in no particular order.
  ///
  /// Nil when nothing can have run at once: one kind alone, unless players tell of it, which may run
  /// side by side.
  public func stretches(in days: ClosedRange<LocalDay>) async throws -> [Range<Instant>]? {
    let zone = context.environment.zone
    return try await read { connection in
      guard try Self.canRunAtOnce(days, in: connection) else { return nil }
      let hour = try Setting.dayStartHour.value(in: connection).flatMap { Int64($0) } ?? 0
      var all: [Range<Instant>] = []
      try connection.each(Self.stretches(days)) { row in
        let timeline = try Timeline(text: row.text(0), endedAt: row.instantOrNil(1))
        let rules = zone(try row.text(2)) ?? .utc
        for segment in timeline.segments {
          rules.add(segment, on: days, dayStartHour: hour, to: &all)
        }
      }
      return all
    }
  }

  private static func stretches(_ days: ClosedRange<LocalDay>) -> SQL {
    """
    SELECT segments, ended_at, zone FROM session WHERE id IN (
      SELECT session FROM session_day
      WHERE kind IN (\(fragment: knownKinds))
        AND day BETWEEN \(days.lowerBound) AND \(days.upperBound))
    """
  }

  private static func canRunAtOnce(
    _ days: ClosedRange<LocalDay>,
    in connection: any SQLConnection
  ) throws -> Bool {
    let kinds = try connection.all(
      """
      SELECT kind FROM (\(fragment: knownKinds)) AS known WHERE EXISTS (
        SELECT 1 FROM day_total WHERE day_total.kind = known.kind
          AND day BETWEEN \(days.lowerBound) AND \(days.upperBound))
      """
    ) { try $0.text(0) }
    return kinds.count > 1 || kinds == [Listening.kind.name]
  }
}

extension ZoneRules {
  fileprivate func add(
    _ segment: Segment,
    on days: ClosedRange<LocalDay>,
    dayStartHour: Int64,
    to all: inout [Range<Instant>]
  ) {
    guard let end = segment.end else { return }
    var start = segment.start
    eachDay(from: start, to: end, dayStartHour: dayStartHour) { day, time in
      if days.contains(day) { all.append(start..<start + time) }
      start = start + time
    }
  }
}
