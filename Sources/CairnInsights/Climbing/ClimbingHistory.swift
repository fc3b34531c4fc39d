public import Cairn

/// The rows that all climbing insights are computed from.
public struct ClimbingHistory: Sendable, Equatable {
  /// The distinct grades.
  public let grades: [Grade]
  /// All climbs, in any order.
  public let climbs: [ClimbFact]
  /// The distinct tags.
  public let tags: [ClimbTag]
  /// The tags that helped or hindered on climbs.
  public let marks: [ClimbMark]
  /// Completed climbing sessions.
  public let sessions: [ClimbingFact]
  /// The climbing time of each civil day, ascending.
  public let days: [DayTotal]

  /// Creates a history; climbs and marks refer to the other lists by index.
  public init(
    grades: [Grade] = [],
    climbs: [ClimbFact] = [],
    tags: [ClimbTag] = [],
    marks: [ClimbMark] = [],
    sessions: [ClimbingFact] = [],
    days: [DayTotal] = []
  ) {
    (self.grades, self.climbs, self.tags) = (grades, climbs, tags)
    (self.marks, self.sessions, self.days) = (marks, sessions, days)
  }

  /// The days with a session or with a climb outside any session, ascending.
  ///
  /// A session over midnight counts on both days.
  public var climbedDays: [LocalDay] {
    var numbers = Set(days.lazy.filter { $0.time > .zero || $0.sessions > 0 }.map { $0.day.number })
    for session in sessions { numbers.insert(session.day.number) }
    // Consecutive climbs mostly share a day.
    var last: LocalDay?
    for climb in climbs where climb.day != last {
      numbers.insert(climb.day.number)
      last = climb.day
    }
    return numbers.sorted().map { LocalDay(number: $0) }
  }

  /// Returns the part of the history within a range of days.
  public func within(_ range: ClosedRange<LocalDay>) -> ClimbingHistory {
    let containsAll =
      climbs.allSatisfy { range.contains($0.day) } && sessions.allSatisfy { range.contains($0.day) }
      && days.allSatisfy { range.contains($0.day) }
    if containsAll { return self }
    var places = [Int?](repeating: nil, count: climbs.count)
    var inside: [ClimbFact] = []
    for (index, climb) in climbs.enumerated() where range.contains(climb.day) {
      places[index] = inside.count
      inside.append(climb)
    }
    return ClimbingHistory(
      grades: grades,
      climbs: inside,
      tags: tags,
      marks: marks.compactMap { mark in places[mark.climb].map { mark.moved(to: $0) } },
      sessions: sessions.filter { range.contains($0.day) },
      days: days.filter { range.contains($0.day) }
    )
  }
}

/// One climb as insights count it, with the sums of its attempts.
public struct ClimbFact: Sendable, Equatable {
  /// The climb.
  public let id: Identifier<Climb>
  /// The day of its session, or its own day if it has no session.
  public let day: LocalDay
  /// Its session; nil for a climb outside any session.
  public let session: SessionID?
  /// The discipline; nil if unknown.
  public let discipline: Discipline?
  /// The index of its grade in the history's grades; nil without a grade.
  public let grade: Int?
  /// The sums of its attempts.
  public let sums: AttemptSums
  /// Whether it was imported from another app; such logs rarely contain falls.
  public let isImported: Bool

  /// Creates a climb.
  public init(
    id: Identifier<Climb>,
    day: LocalDay,
    session: SessionID? = nil,
    discipline: Discipline? = nil,
    grade: Int? = nil,
    sums: AttemptSums = AttemptSums(),
    isImported: Bool = false
  ) {
    (self.id, self.day, self.session) = (id, day, session)
    (self.discipline, self.grade) = (discipline, grade)
    (self.sums, self.isImported) = (sums, isImported)
  }
}

/// A tag that helped or hindered on a climb.
public struct ClimbMark: Sendable, Equatable {
  /// The index of the climb in the history's climbs.
  public let climb: Int
  /// The index of the tag in the history's tags.
  public let tag: Int
  /// Whether it helped; otherwise it hindered.
  public let isHelp: Bool

  /// Creates a mark.
  public init(climb: Int, tag: Int, isHelp: Bool) {
    (self.climb, self.tag, self.isHelp) = (climb, tag, isHelp)
  }

  func moved(to index: Int) -> ClimbMark { ClimbMark(climb: index, tag: tag, isHelp: isHelp) }
}

/// One climbing session as insights count it.
public struct ClimbingFact: Sendable, Equatable {
  /// The session.
  public let id: SessionID
  /// The day on which it started.
  public let day: LocalDay
  /// Its length.
  public let time: Milliseconds
  /// The climber's ratings, in the order of `ClimbingScale.ratings`; nil where unknown.
  public let ratings: [Int64?]
  /// The names of the partners.
  public let partners: [String]

  /// Creates a session.
  public init(
    id: SessionID,
    day: LocalDay,
    time: Milliseconds,
    ratings: [Int64?],
    partners: [String] = []
  ) {
    (self.id, self.day, self.time) = (id, day, time)
    (self.ratings, self.partners) = (ratings, partners)
  }

  /// Returns the rating on a scale; nil if unknown.
  public func rating(_ scale: ClimbingScale) -> Int64? {
    ClimbingScale.ratings.firstIndex(of: scale).flatMap {
      ratings.indices.contains($0) ? ratings[$0] : nil
    }
  }
}

extension Discipline {
  /// Returns the climb's own discipline, else bouldering for a boulder grade, else that of the
  /// session; nil if the session was bouldering and the grade is a rope grade.
  public static func counted(
    _ own: Discipline?,
    inSession other: Discipline?,
    grade: Grade?
  ) -> Discipline? {
    guard own == nil, let grade else { return own ?? other }
    if grade.scale.isForBoulders { return .bouldering }
    return other == .bouldering ? nil : other
  }
}
