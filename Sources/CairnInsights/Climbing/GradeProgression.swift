public import Cairn

/// The hardest send of one discipline in one scale.
public struct HardestSend: Sendable, Equatable {
  /// The grade as written.
  public let grade: Grade
  /// The climb.
  public let climb: Identifier<Climb>
  /// Its day.
  public let day: LocalDay

  /// Returns the hardest send, the earliest if several are equally hard.
  static func find(_ all: LadderClimbs) -> Figure<HardestSend> {
    let ranks = all.ranks
    var (best, rank) = (nil as ClimbFact?, Int.min)
    var (sent, unordered) = (0, 0)
    for climb in all.climbs where climb.sums.sends > 0 {
      sent += 1
      guard let own = climb.grade.flatMap({ ranks[$0] }) else {
        unordered += 1
        continue
      }
      if let best, own < rank || (own == rank && !climb.isEarlier(than: best)) { continue }
      (best, rank) = (climb, own)
    }
    return Figure(
      .hardestSend,
      value: best.flatMap { climb in
        climb.grade.map { HardestSend(grade: all.grades[$0], climb: climb.id, day: climb.day) }
      },
      count: sent - unordered,
      excluded: [.unordered(unordered)],
      missing: "no send yet"
    )
  }
}

extension ClimbFact {
  fileprivate func isEarlier(than other: ClimbFact) -> Bool {
    day == other.day ? id.record < other.id.record : day < other.day
  }
}

/// The hardest send of each period, for one discipline in one scale.
public struct GradeProgression: Sendable, Equatable {
  /// One period.
  public struct Point: Sendable, Equatable {
    /// The days of the period.
    public let days: ClosedRange<LocalDay>
    /// The hardest grade sent, as written; nil without a send.
    public internal(set) var grade: Grade?
    /// The number of climbs sent with a grade of the scale.
    public internal(set) var sent = 0
  }

  /// The discipline and the scale.
  public let ladder: Ladder
  /// The length of the periods.
  public let cadence: Cadence
  /// The periods, ascending.
  public let points: [Point]
  /// The number of sent climbs that the progression is based on.
  public let figure: Figure<Int64>

  init(_ all: LadderClimbs, _ periods: Periods) {
    (ladder, cadence) = (all.ladder, periods.cadence)
    let ranks = all.ranks
    var points = periods.all.map { Point(days: $0) }
    var best = [ClimbFact?](repeating: nil, count: points.count)
    var unordered = 0
    for climb in all.climbs where climb.sums.sends > 0 {
      guard let index = periods.index(of: climb.day), let grade = climb.grade else { continue }
      guard let rank = ranks[grade] else {
        unordered += 1
        continue
      }
      points[index].sent += 1
      let old = best[index].flatMap { $0.grade.flatMap { ranks[$0] } } ?? .min
      let isFirst = best[index].map { climb.isEarlier(than: $0) } ?? true
      guard rank > old || (rank == old && isFirst) else { continue }
      best[index] = climb
      points[index].grade = all.grades[grade]
    }
    self.points = points
    let sent = points.reduce(0) { $0 + $1.sent }
    figure = Figure(
      .progression,
      value: sent > 0 ? Int64(sent) : nil,
      count: sent,
      excluded: [.unordered(unordered)],
      missing: "no send yet"
    )
  }
}
