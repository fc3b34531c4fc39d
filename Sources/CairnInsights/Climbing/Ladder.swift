public import Cairn

/// One discipline in one scale: grades are compared within it and nowhere else.
public struct Ladder: Sendable, Hashable {
  /// What kind of climbing; nil when that is not known.
  public let discipline: Discipline?
  /// The scale.
  public let scale: GradeScale

  /// Makes a ladder.
  public init(_ discipline: Discipline?, _ scale: GradeScale) {
    (self.discipline, self.scale) = (discipline, scale)
  }

  /// `bouldering, V scale`.
  public var title: String { "\(discipline.title), \(scale.title)" }

  /// Its name in an address: `bouldering-v`.
  public var key: String {
    "\(discipline?.name ?? "unknown")-\(scale.name)".lowercased()
  }

  /// Disciplines in their order, unknown ones last, then scales in theirs.
  var place: (Int, Int) {
    (
      discipline.flatMap { Discipline.all.firstIndex(of: $0) } ?? Discipline.all.count,
      GradeScale.all.firstIndex(of: scale) ?? 0
    )
  }
}

extension Optional<Discipline> {
  /// `top rope`, or what stands for one that is not known.
  public var title: String { self?.label ?? "no discipline" }
}

/// The climbs of a history that stand on one ladder.
struct LadderClimbs {
  let ladder: Ladder
  /// The grades of the history.
  let grades: [Grade]
  private let all: [ClimbFact]
  fileprivate var places: [Int] = []
  /// Climbs of the same discipline without a grade.
  fileprivate(set) var ungraded = 0

  /// Gathers the climbs of each ladder, in the order of ladders.
  static func all(_ history: ClimbingHistory) -> [LadderClimbs] {
    // A list, since there are few: to hash a discipline of each climb takes longer.
    var found: [LadderClimbs] = []
    var ungraded: [Discipline?: Int] = [:]
    let scales = history.grades.map { $0.scale }
    for (place, climb) in history.climbs.enumerated() {
      guard let grade = climb.grade else {
        ungraded[climb.discipline, default: 0] += 1
        continue
      }
      let own = found.firstIndex {
        $0.ladder.scale == scales[grade] && $0.ladder.discipline == climb.discipline
      }
      if let own {
        found[own].places.append(place)
      } else {
        let ladder = Ladder(climb.discipline, scales[grade])
        found.append(LadderClimbs(ladder, history, first: place))
      }
    }
    return found.sorted { $0.ladder.place < $1.ladder.place }.map { one in
      var one = one
      one.ungraded = ungraded[one.ladder.discipline] ?? 0
      return one
    }
  }

  private init(_ ladder: Ladder, _ history: ClimbingHistory, first place: Int) {
    (self.ladder, grades, all, places) = (ladder, history.grades, history.climbs, [place])
  }

  /// How many climbs there are.
  var count: Int { places.count }

  /// The climbs.
  var climbs: some Sequence<ClimbFact> { places.lazy.map { [all] in all[$0] } }

  /// How hard each grade is within its scale; nil for what was only kept.
  var ranks: [Int?] { grades.map { $0.order?.rank } }
}
