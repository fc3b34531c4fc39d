package import Cairn
package import CairnInsights
package import CairnReports

extension ClimbingHistory {
  /// Reads all climbing data for statistics.
  package init(_ log: Log) async throws {
    let totals = try await log.climbingTotals()
    let days = try await log.dayTotals(Climbing.kind, in: LocalDay.first...LocalDay.last)
    self.init(totals, days.map(DayTotal.init))
  }

  private init(_ totals: ClimbingTotals, _ days: [DayTotal]) {
    self.init(
      grades: totals.grades,
      climbs: totals.climbs.map { ClimbFact($0, grades: totals.grades) },
      tags: totals.tags,
      marks: totals.marks.map { ClimbMark(climb: $0.climb, tag: $0.tag, isHelp: $0.isHelp) },
      sessions: totals.sessions.map(ClimbingFact.init),
      days: days
    )
  }
}

extension ClimbFact {
  fileprivate init(_ row: ClimbTotalRow, grades: [Grade]) {
    self.init(
      id: row.id,
      day: row.day,
      session: row.session,
      discipline: row.discipline
        ?? .counted(nil, inSession: row.sessionDiscipline, grade: row.grade.map { grades[$0] }),
      grade: row.grade,
      sums: AttemptSums(
        attempts: row.attempts,
        unknown: row.unknown,
        sends: row.sends,
        onsights: row.onsights,
        flashes: row.flashes,
        firstSends: row.firstSends
      ),
      isImported: row.isImported
    )
  }
}

extension ClimbingFact {
  fileprivate init(_ row: ClimbingTotalRow) {
    self.init(
      id: row.id,
      day: row.day,
      time: row.time,
      ratings: row.ratings,
      partners: row.partners
    )
  }
}

extension ClimbingInsights {
  /// Computes the climbing insights of a period.
  package init(_ span: Span, by cadence: Cadence? = nil, _ log: Log) async throws {
    self.init(
      try await ClimbingHistory(log),
      in: span.days,
      by: cadence,
      today: span.today,
      weekStart: try await log.weekStart(),
      restDays: Set(try await log.restDays())
    )
  }
}
