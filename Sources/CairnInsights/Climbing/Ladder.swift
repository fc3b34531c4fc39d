public import Cairn

/// A discipline and a grade scale; grades are comparable only within one ladder.
public struct Ladder: Sendable, Hashable {
  /// The discipline; nil if unknown.
  public let discipline: Discipline?
  /// The scale.
  public let scale: GradeScale

  /// Creates a ladder.
  public init(_ discipline: Discipline?, _ scale: GradeScale) {
    (self.discipline, self.scale) = (discipline, scale)
  }

  /// `bouldering, V scale`.
  public var title: String { "\(discipline.title), \(scale.title)" }

  /// The name in URLs: `bouldering-v`.
  public var key: String {
    "\(discipline?.name ?? "unknown")-\(scale.name)".lowercased()
  }

  /// The sort key: by discipline, unknown last, then by scale.
  var sortKey: (Int, Int) {
    (
      discipline.flatMap { Discipline.all.firstIndex(of: $0) } ?? Discipline.all.count,
      GradeScale.all.firstIndex(of: scale) ?? 0
    )
  }
}

extension Optional<Discipline> {
  /// `top rope`, or `no discipline`.
  public var title: String { self?.label ?? "no discipline" }
}

/// The climbs of a history on one ladder.
struct LadderClimbs {
  let ladder: Ladder
  /// The grades of the history.
  let grades: [Grade]
  private let all: [ClimbFact]
  fileprivate var places: [Int] = []
  /// The number of climbs of the same discipline without a grade.
  fileprivate(set) var ungraded = 0

  /// Groups the climbs of a history by ladder, in the order of ladders.
  static func all(_ history: ClimbingHistory) -> [LadderClimbs] {
    // A linear search beats hashing each climb's discipline for so few ladders.
    var found: [LadderClimbs] = []
    var ungraded: [Discipline?: Int] = [:]
    let scales = history.grades.map { $0.scale }
    for (index, climb) in history.climbs.enumerated() {
      guard let grade = climb.grade else {
        ungraded[climb.discipline, default: 0] += 1
        continue
      }
      let own = found.firstIndex {
        $0.ladder.scale == scales[grade] && $0.ladder.discipline == climb.discipline
      }
      if let own {
        found[own].places.append(index)
      } else {
        let ladder = Ladder(climb.discipline, scales[grade])
        found.append(LadderClimbs(ladder, history, first: index))
      }
    }
    return found.sorted { $0.ladder.sortKey < $1.ladder.sortKey }.map { one in
      var one = one
      one.ungraded = ungraded[one.ladder.discipline] ?? 0
      return one
    }
  }

  private init(_ ladder: Ladder, _ history: ClimbingHistory, first index: Int) {
    (self.ladder, grades, all, places) = (ladder, history.grades, history.climbs, [index])
  }

  /// The number of climbs.
  var count: Int { places.count }

  /// The climbs.
  var climbs: some Sequence<ClimbFact> { places.lazy.map { [all] in all[$0] } }

  /// The rank of each grade within its scale; nil for a grade that the scale does not have.
  var ranks: [Int?] { grades.map { $0.order?.rank } }
}
