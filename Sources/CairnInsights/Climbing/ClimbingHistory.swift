public import Cairn

/// All climbing there is to count: the rows every climbing insight is made of.
public struct ClimbingHistory: Sendable, Equatable {
  /// Every different grade, each once.
  public let grades: [Grade]
  /// Every climb, in any order.
  public let climbs: [ClimbFact]
  /// Every different tag, each once.
  public let tags: [ClimbTag]
  /// What helped and what hindered.
  public let marks: [ClimbMark]
  /// Climbing sessions that ended.
  public let sessions: [ClimbingFact]
  /// The time of climbing sessions on each civil day, ascending.
  public let days: [DayTotal]

  /// Gathers rows; the places in climbs and marks are those of the lists given.
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

  /// The days with a session, or a climb of that day alone, ascending.
  ///
  /// A session over midnight has a day on either side of it.
  public var climbedDays: [LocalDay] {
    var numbers = Set(days.lazy.filter { $0.time > .zero || $0.sessions > 0 }.map { $0.day.number })
    for session in sessions { numbers.insert(session.day.number) }
    // Climbs mostly lie on the day of the one before.
    var last: LocalDay?
    for climb in climbs where climb.day != last {
      numbers.insert(climb.day.number)
      last = climb.day
    }
    return numbers.sorted().map { LocalDay(number: $0) }
  }

  /// The same of some days alone.
  public func within(_ range: ClosedRange<LocalDay>) -> ClimbingHistory {
    let isWhole =
      climbs.allSatisfy { range.contains($0.day) } && sessions.allSatisfy { range.contains($0.day) }
      && days.allSatisfy { range.contains($0.day) }
    if isWhole { return self }
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

/// One climb as insights count it, with its attempts added up.
public struct ClimbFact: Sendable, Equatable {
  /// The climb.
  public let id: Identifier<Climb>
  /// The day of its session, or its own.
  public let day: LocalDay
  /// Its session; nil for a climb of a day.
  public let session: SessionID?
  /// What kind of climbing it was; nil when that is not known.
  public let discipline: Discipline?
  /// The place of its grade among the grades of the history; nil when it has none.
  public let grade: Int?
  /// Its attempts.
  public let sums: AttemptSums
  /// Whether another program logged it: those rarely know of falls.
  public let isImported: Bool

  /// Makes a climb.
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
  /// The place of the climb among the climbs of the history.
  public let climb: Int
  /// The place of the tag among the tags of the history.
  public let tag: Int
  /// Whether it helped; else it hindered.
  public let isHelp: Bool

  /// Marks a tag.
  public init(climb: Int, tag: Int, isHelp: Bool) {
    (self.climb, self.tag, self.isHelp) = (climb, tag, isHelp)
  }

  func moved(to place: Int) -> ClimbMark { ClimbMark(climb: place, tag: tag, isHelp: isHelp) }
}

/// One climbing session as insights count it.
public struct ClimbingFact: Sendable, Equatable {
  /// The session.
  public let id: SessionID
  /// The day on which it started.
  public let day: LocalDay
  /// How long it ran.
  public let time: Milliseconds
  /// The climber's ratings, in the order of `ClimbingScale.felt`; nil for an unknown one.
  public let felt: [Int64?]
  /// The names of those who came along.
  public let partners: [String]

  /// Makes a session.
  public init(
    id: SessionID,
    day: LocalDay,
    time: Milliseconds,
    felt: [Int64?],
    partners: [String] = []
  ) {
    (self.id, self.day, self.time) = (id, day, time)
    (self.felt, self.partners) = (felt, partners)
  }

  /// What was felt on a scale; nil when that is not known.
  public func felt(_ scale: ClimbingScale) -> Int64? {
    ClimbingScale.felt.firstIndex(of: scale).flatMap { felt.indices.contains($0) ? felt[$0] : nil }
  }
}

extension Discipline {
  /// What a climb counts for: what it says itself, else what its session says, unless its grade
  /// is one of boulders on a rope, or the other way round.
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
