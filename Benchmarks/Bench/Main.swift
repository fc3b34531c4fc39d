@main struct Main {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    let count = Sample.number("BENCH_SESSIONS") ?? 100_000
    switch words.first {
    case "make": try await BenchProcess.make(words[1])
    case "make-climbs": try await BenchProcess.makeClimbs(words[1])
    case "make-wall": try await BenchProcess.makeWall(words[1])
    case "run":
      guard let work = Workload(rawValue: words[1]) else { return usage() }
      try await BenchProcess.run(work, words[2], sessions: count)
    case "record":
      guard let work = Workload(rawValue: words[1]) else { return usage() }
      try await BenchProcess.record(work, words[2], to: words[3], sessions: count)
    default: usage()
    }
  }
  static func usage() { print("usage") }
}
