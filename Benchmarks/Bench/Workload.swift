import Cairn
import CairnActions
import CairnInsights
import CairnStore
import CairnReports

/// A workload that is measured inside one process; only the code in `lap` counts.
enum Workload: String {
  case bulk, rebuild, stop, fetch, evening, climbs, heard

  func run(on log: Log, _ scene: BenchEnvironment, _ meter: Meter, sessions count: Int) async throws
  {
    switch self {
    case .bulk: try await bulk(log, scene, meter, count)
    case .rebuild: _ = try await meter.lap { try await log.checkProjections(repair: true) }
    case .stop: try await stop(log, scene, meter)
    case .fetch: try await fetch(log, meter)
    case .evening: for _ in 0..<30 { try await ClimbingSample.evening(log, scene, meter) }
    case .climbs: try await climbs(log, scene, meter)
    case .heard: try await Sample.heard(count, in: log, scene, meter)
    }
  }

  /// Imports all sessions in one transaction.
  private func bulk(_ log: Log, _ scene: BenchEnvironment, _ meter: Meter, _ count: Int)
    async throws
  {
    let shelf = try await Sample.shelf(of: log)
    let sessions = try Sample.sessions(count, of: shelf, scene)
    try await meter.lap {
      try await log.write("Import") { writer in
        writer.beginBatch()
        for session in sessions { try writer.save(session) }
      }
    }
  }

  private func stop(_ log: Log, _ scene: BenchEnvironment, _ meter: Meter) async throws {
    let books = try await log.books().map(\.id).sorted()
    for turn in 0..<21 {
      scene.wait(.hours(1))
      let started = scene.now
      let open = try await log.write("Start") {
        try $0.startReading(books[turn % 7], at: started, zone: BenchEnvironment.zone)
      }
      scene.wait(.minutes(30))
      let ended = scene.now
      try await meter.lap {
        _ = try await log.write("Stop") {
          try $0.endReading(
            open.id,
            position: { (book) throws(CairnError) in try book.page((book.position?.value ?? 0) + 10)
            },
            at: ended,
            zone: BenchEnvironment.zone,
            allowShort: false
          )
        }
      }
    }
  }

  private func fetch(_ log: Log, _ meter: Meter) async throws {
    for _ in 0..<11 {
      let rows = try await meter.lap { try await log.sessions(SessionFilter(limit: 10_000)) }
      precondition(!rows.isEmpty)
    }
  }

  /// Computes everything on the climbing page, for all time.
  private func climbs(_ log: Log, _ scene: BenchEnvironment, _ meter: Meter) async throws {
    let today = ZoneRules.utc.day(at: scene.now)
    for _ in 0..<11 {
      let insights = try await meter.lap {
        ClimbingInsights(
          try await ClimbingHistory(of: log),
          today: today,
          weekStart: .monday
        )
      }
      precondition(insights.overview.climbs == Sample.climbs && !insights.ladders.isEmpty)
    }
  }
}
