import Cairn
import CairnInsights
import CairnStore
import CairnReports

extension Sample {
  static let climbs = number("BENCH_CLIMBS") ?? 10_000

  /// Adds sessions of ten climbs with three attempts and two tags each, 36 hours apart.
  static func fillWithClimbs(_ log: Log, _ scene: BenchEnvironment) async throws {
    let grades = [GradeScale.v: Array(GradeScale.v.grades), .french: GradeScale.french.grades]
    try await log.write("Import") { writer in
      writer.beginBatch()
      for number in 0..<(climbs / 10) {
        let start = BenchEnvironment.end - .hours(36 * Int64(climbs / 10 - number))
        let isBoulder = number % 3 > 0
        var detail = Climbing(discipline: isBoulder ? .bouldering : .sport)
        for scale in ClimbingScale.ratings where number % 4 > 0 {
          try detail.set(scale, scene.random(scale.range))
        }
        let session = Session(
          id: SessionID(RecordID(derivedFrom: ["climbing", String(number)])),
          detail: detail,
          timeline: try Timeline(ended: [Segment(start: start, end: start + .hours(2))]),
          zone: BenchEnvironment.zone
        )
        try writer.save(session)
        let scale: GradeScale = isBoulder ? .v : .french
        for place in 0..<10 {
          try add(place, to: session.id, scale, grades[scale] ?? [], writer, scene)
        }
      }
    }
  }

  private static func add(
    _ place: Int,
    to session: SessionID,
    _ scale: GradeScale,
    _ grades: [String],
    _ writer: LogWriter,
    _ scene: BenchEnvironment
  ) throws {
    let id = Identifier<Climb>(writer.newID())
    var climb = Climb(id: id, climbContext: .session(session), position: Int64(place) + 1)
    let grade = grades[Int(scene.random(0...Int64(grades.count / 2)))]
    try climb.set(Grade(grade, in: scale), scale == .v ? .bouldering : .sport)
    try writer.save(climb)
    let send = scene.random(1...4)
    for number in 1...3 as ClosedRange<Int64> {
      let isSend = number == send
      let attempt = try Attempt(
        id: Identifier(writer.newID()),
        climb: id,
        number: number,
        result: isSend ? .sent : .fell,
        tick: isSend ? (number == 1 ? .flash : .redpoint) : nil
      )
      try writer.save(attempt)
    }
    for step in 0..<2 {
      let tag = ClimbTag.catalogue[(place * 2 + step) % ClimbTag.catalogue.count]
      try writer.save(TagMark(climb: id, tag: tag, impact: step == 0 ? .helped : .hindered))
    }
  }
}

extension ClimbingHistory {
  /// Loads the figures as the command line and the server do.
  init(of log: Log) async throws {
    let totals = try await log.climbingTotals()
    let first = totals.sessions.map(\.day).min() ?? LocalDay(number: 0)
    let rows = try await log.dayTotals(Climbing.kind, in: first...(first + 100_000))
    self.init(
      grades: totals.grades,
      climbs: totals.climbs.map { row in
        ClimbFact(
          id: row.id,
          day: row.day,
          session: row.session,
          discipline: row.discipline
            ?? .counted(
              nil,
              inSession: row.sessionDiscipline,
              grade: row.grade.map { totals.grades[$0] }
            ),
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
      },
      tags: totals.tags,
      marks: totals.marks.map { ClimbMark(climb: $0.climb, tag: $0.tag, isHelp: $0.isHelp) },
      sessions: totals.sessions.map {
        ClimbingFact(
          id: $0.id,
          day: $0.day,
          time: $0.time,
          ratings: $0.ratings,
          partners: $0.partners
        )
      },
      days: rows.map {
        DayTotal(day: $0.day, time: $0.time, amount: $0.amount, sessions: $0.sessions)
      }
    )
  }
}
