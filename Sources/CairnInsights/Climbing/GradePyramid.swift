import Cairn

/// The sends and attempts per grade, for one discipline in one scale.
public struct GradePyramid: Sendable, Equatable {
  /// One grade.
  public struct Row: Sendable, Equatable {
    /// The grade in its usual spelling, or as written if the scale does not have it.
    public let grade: String
    /// Whether the scale has the grade.
    public let isOrdered: Bool
    /// Other spellings counted in this row: `5.10b/c PG13` with `5.10b`.
    public internal(set) var others: [String] = []
    /// The number of climbs logged with the grade.
    public internal(set) var climbs = 0
    /// The sums of their attempts.
    public internal(set) var sums = AttemptSums()
    /// The number of sends that the 8-4-2-1 convention asks for; nil outside its four rows.
    public internal(set) var convention: Int64?
  }

  /// The discipline and the scale.
  public let ladder: Ladder
  /// The hardest grade first; grades outside the scale come last.
  public let rows: [Row]
  /// The number of climbs that the pyramid is based on.
  public let figure: Figure<Int64>

  /// An explanation of 8-4-2-1.
  public static let convention =
    "8-4-2-1 is a climbing convention, not a rule: one send of your hardest grade, two of the grade "
    + "below, four of the next and eight of the one below that."

  init(_ all: LadderClimbs) {
    ladder = all.ladder
    let places = GradeRows(all)
    var rows = places.rows
    for (grade, index) in places.rowOfGrade where all.grades[grade].text != rows[index].grade {
      rows[index].others.append(all.grades[grade].text)
    }
    for index in rows.indices { rows[index].others.sort() }
    for climb in all.climbs {
      guard let index = climb.grade.flatMap({ places.rowOfGrade[$0] }) else { continue }
      rows[index].climbs += 1
      rows[index].sums += climb.sums
    }
    self.rows = Self.withConvention(places.shown(rows))
    let unordered = rows.lazy.filter { !$0.isOrdered }.reduce(0) { $0 + $1.climbs }
    let count = all.count
    figure = Figure(
      .pyramid,
      value: Int64(count),
      count: count,
      excluded: [.ungraded(all.ungraded), Exclusion.unordered(unordered).inSeparateRows]
    )
  }

  /// Sets the convention's counts for the hardest grade sent and the three below it.
  private static func withConvention(_ rows: [Row]) -> [Row] {
    var rows = rows
    guard let top = rows.firstIndex(where: { $0.isOrdered && $0.sums.sends > 0 }) else {
      return rows
    }
    for step in 0..<4 where rows.indices.contains(top + step) && rows[top + step].isOrdered {
      rows[top + step].convention = 1 << step
    }
    return rows
  }
}

extension Exclusion {
  fileprivate var inSeparateRows: Exclusion { Exclusion("\(reason), in separate rows", count) }
}

/// The rows of a pyramid, and the row of each grade.
private struct GradeRows {
  /// Grades of the scale, easiest first, then the others in alphabetical order.
  let rows: [GradePyramid.Row]
  /// The row index of each grade of the history that is on this ladder.
  let rowOfGrade: [Int: Int]
  private let ordered: Int

  init(_ all: LadderClimbs) {
    let scale = all.ladder.scale
    let used = Set(all.climbs.compactMap { $0.grade })
    let buckets = used.map { (index: $0, name: all.grades[$0].bucket) }
    let known = Set(scale.grades + buckets.map { $0.name })
    let ranked = known.compactMap { name in
      Grade(lenient: name, in: scale)?.order.map { (name, $0.rank) }
    }.sorted { $0.1 < $1.1 }
    let names = ranked.map { $0.0 }
    let others = known.subtracting(names).sorted()
    ordered = names.count
    rows =
      names.map { GradePyramid.Row(grade: $0, isOrdered: true) }
      + others.map { GradePyramid.Row(grade: $0, isOrdered: false) }
    let index = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.grade, $0) })
    rowOfGrade = Dictionary(
      uniqueKeysWithValues: buckets.compactMap { one in index[one.name].map { (one.index, $0) } }
    )
  }

  /// Returns the rows from the hardest climbed to the easiest, or to three below the hardest sent.
  func shown(_ rows: [GradePyramid.Row]) -> [GradePyramid.Row] {
    let scale = rows[..<ordered]
    let others = Array(rows[ordered...])
    guard let low = scale.firstIndex(where: { $0.climbs > 0 }),
      let high = scale.lastIndex(where: { $0.climbs > 0 })
    else { return others }
    let sent = scale.lastIndex { $0.sums.sends > 0 }
    let lowest = min(low, max(0, (sent ?? low) - 3))
    return Array(scale[lowest...high].reversed()) + others
  }
}
