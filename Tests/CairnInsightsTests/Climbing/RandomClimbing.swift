import Cairn
import CairnInsights
import CairnTestKit

/// A random climbing history from a seed, with the data of both people and imports.
struct RandomClimbing {
  let history: ClimbingHistory
  let today: LocalDay
  let weekStart: WeekStart
  let seed: UInt64

  static let written: [(String, GradeScale)] = [
    ("VB", .v), ("V0", .v), ("V3", .v), ("v3/4", .v), ("V4", .v), ("V8", .v), ("V9+", .v),
    ("V???", .v), ("6A", .font), ("6B+", .font), ("7a", .font), ("5.9", .yds), ("5.9+", .yds),
    ("5.10a", .yds), ("5.10d", .yds), ("5.12", .yds), ("5.12b/c PG13", .yds), ("hard", .yds),
    ("6a", .french), ("6a+", .french), ("7b", .french), ("VII-", .uiaa), ("21", .ewbank),
    ("VIIIa", .saxon),
  ]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    weekStart = WeekStart.all.randomElement(using: &random) ?? .monday
    let first = LocalDay(number: 20_000 + .random(in: 0...50, using: &random))
    let length = [3, 40, 400, 1_500].randomElement(using: &random) ?? 40
    today = first + Int32(length)
    let grades = Self.written.compactMap { Grade(lenient: $0.0, in: $0.1) }
    let tags = ClimbTag.catalogue.shuffled(using: &random).prefix(12)
    let sessions = (0..<Int.random(in: 0...40, using: &random)).map { _ in
      Self.session(first, length, &random)
    }
    let climbs = (0..<Int.random(in: 0...300, using: &random)).map { _ in
      Self.climb(sessions, grades.count, first, length, &random)
    }
    let marks = climbs.indices.flatMap { index -> [ClimbMark] in
      tags.indices.filter { _ in Int.random(in: 0..<12, using: &random) == 0 }.map {
        ClimbMark(climb: index, tag: $0, isHelp: .random(using: &random))
      }
    }
    history = ClimbingHistory(
      grades: grades,
      climbs: climbs,
      tags: Array(tags),
      marks: marks,
      sessions: sessions,
      days: Self.days(sessions)
    )
  }

  /// Returns a random range of days that overlaps the history, or nil for all time.
  func span(_ random: inout SeededGenerator) -> ClosedRange<LocalDay>? {
    guard Int.random(in: 0...3, using: &random) > 0 else { return nil }
    let start = today - Int32.random(in: 0...700, using: &random)
    return start...(start + Int32.random(in: 0...700, using: &random))
  }

  private static func id(_ random: inout SeededGenerator) -> RecordID {
    RecordID(high: random.next(), low: random.next())
  }

  private static func session(
    _ first: LocalDay,
    _ length: Int,
    _ random: inout SeededGenerator
  ) -> ClimbingFact {
    let ratings = ClimbingScale.ratings.map { scale -> Int64? in
      Bool.random(using: &random) ? nil : .random(in: scale.range, using: &random)
    }
    let names = ["Ana", "ana", "Åsa", "Asa", "Ben"].filter { _ in
      Int.random(in: 0..<4, using: &random) == 0
    }
    return ClimbingFact(
      id: SessionID(id(&random)),
      day: first + Int32.random(in: 0...Int32(length), using: &random),
      time: Milliseconds(.random(in: 0...20_000_000, using: &random)),
      ratings: ratings,
      partners: names
    )
  }

  private static func climb(
    _ sessions: [ClimbingFact],
    _ grades: Int,
    _ first: LocalDay,
    _ length: Int,
    _ random: inout SeededGenerator
  ) -> ClimbFact {
    let session = Bool.random(using: &random) ? sessions.randomElement(using: &random) : nil
    let attempts = Int64.random(in: 0...6, using: &random)
    let unknown = Int64.random(in: 0...attempts, using: &random) / 2
    let sends = Int64.random(in: 0...(attempts - unknown), using: &random)
    let onsights = Int64.random(in: 0...min(1, sends), using: &random)
    let flashes = Int64.random(in: 0...min(1, sends - onsights), using: &random)
    return ClimbFact(
      id: Identifier(id(&random)),
      day: session?.day ?? first + Int32.random(in: 0...Int32(length), using: &random),
      session: session?.id,
      discipline: (Discipline.all + [nil]).randomElement(using: &random) ?? nil,
      grade: Int.random(in: 0...4, using: &random) == 0
        ? nil : .random(in: 0..<grades, using: &random),
      sums: AttemptSums(
        attempts: attempts,
        unknown: unknown,
        sends: sends,
        onsights: onsights,
        flashes: flashes,
        firstSends: Int64.random(in: 0...min(1, sends), using: &random)
      ),
      isImported: session == nil && Bool.random(using: &random)
    )
  }

  /// Returns the daily totals of the sessions.
  private static func days(_ sessions: [ClimbingFact]) -> [DayTotal] {
    Dictionary(grouping: sessions, by: \.day).sorted { $0.key < $1.key }.map { day, own in
      DayTotal(
        day: day,
        time: own.reduce(.zero) { $0 + $1.time },
        amount: 0,
        sessions: own.count
      )
    }
  }
}
