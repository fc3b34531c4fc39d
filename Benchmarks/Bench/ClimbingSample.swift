import Cairn
import CairnActions
import CairnStore

/// A log of climbing sessions, and the sessions that are measured in it.
enum ClimbingSample {
  /// The number of sessions in the log beforehand.
  static let evenings = Sample.number("BENCH_EVENINGS") ?? 1_000

  /// Fills a log with ended sessions of `climbs` climbs with three attempts and a tag each.
  static func fill(_ log: Log, _ scene: BenchEnvironment, sessions: Int, climbs: Int) async throws {
    for _ in 0..<sessions {
      scene.wait(.hours(22))
      let session = try await log.write("Climb") { writer in
        let session = try started(writer, scene)
        for _ in 0..<climbs {
          try AddClimb(climb(scene, attempts: 3, tags: 1), to: session).run(in: writer)
        }
        return session
      }
      scene.wait(.hours(2))
      try await log.write("Stop") { try end(session, $0, scene) }
    }
  }

  /// Runs one climbing session; each of its actions is a lap.
  static func evening(_ log: Log, _ scene: BenchEnvironment, _ meter: Meter) async throws {
    scene.wait(.hours(22))
    let session = try await meter.lap { try await log.write("Start") { try started($0, scene) } }
    for _ in 0..<5 {
      scene.wait(.minutes(10))
      try await meter.lap {
        _ = try await log.write("Add a climb") {
          try AddClimb(climb(scene, attempts: 5, tags: 3), to: session).run(in: $0)
        }
      }
    }
    scene.wait(.minutes(30))
    try await meter.lap { try await log.write("Stop") { try end(session, $0, scene) } }
  }

  private static func started(_ writer: LogWriter, _ scene: BenchEnvironment) throws -> SessionID {
    var detail = Climbing(discipline: .bouldering)
    try detail.set(.mental, scene.random(1...5))
    return try writer.start(detail, at: scene.now, zone: BenchEnvironment.zone).id
  }

  private static func end(_ id: SessionID, _ writer: LogWriter, _ scene: BenchEnvironment) throws {
    let felt = scene.random(1...10)
    let time = scene.now
    try writer.end(id, as: Climbing.self, at: time, zone: BenchEnvironment.zone, allowShort: false)
    { (session) throws(CairnError) in
      try session.set(.exertion, felt)
    }
  }

  private static func climb(_ scene: BenchEnvironment, attempts: Int, tags: Int) -> NewClimb {
    var new = NewClimb()
    new.name = "Boulder \(scene.random(1...2_000))"
    new.grade = GradeInput("V\(scene.random(0...9))")
    (new.attempts, new.isSent) = (Int64(attempts), scene.random(0...2) > 0)
    for tag in ClimbTag.catalogue.prefix(tags) { new.marks[tag] = .helped }
    return new
  }
}
