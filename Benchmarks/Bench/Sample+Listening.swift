import Cairn
import CairnActions
import CairnStore

extension Sample {
  /// Adds sessions as apps report them: 200 stories over twenty years, two of three completed.
  static func heard(_ count: Int, in log: Log, _ scene: BenchEnvironment, _ meter: Meter)
    async throws
  {
    let stories = try await log.write("Add stories") { writer in
      try (0..<200).map { number in
        var new = NewStory(title: title(number))
        new.duration = .minutes(20)
        return try writer.addStory(new, client: "bench-\(number)").id
      }
    }
    let first = Int64(1_072_915_200_000)  // 2004-01-01T00:00:00Z
    let slot = (BenchEnvironment.end.milliseconds - first) / Int64(count)
    let lengths = (0..<count).map { _ in scene.random(30...1_800) }
    try await meter.lap {
      try await log.write("Listen") { writer in
        writer.beginBatch()
        for number in 0..<count {
          let start = Instant(milliseconds: first + Int64(number) * slot)
          let seconds = lengths[number]
          let report = ListeningReport(
            start: start,
            isStartReported: true,
            end: start + .seconds(seconds),
            seconds: seconds
          )
          let told = ReportedSession(
            nil,
            story: stories[number % 200],
            report,
            isCompleted: number % 3 > 0,
            zone: BenchEnvironment.zone
          )
          try writer.upsert(told)
        }
      }
    }
  }
}
