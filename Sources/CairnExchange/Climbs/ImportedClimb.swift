public import Cairn

/// A climb from another app's logbook.
public struct ImportedClimb: Sendable, Equatable {
  /// The line of the file.
  public let line: Int
  /// The stable key across imports from its source; only laps on one day share it.
  public let key: [String]
  /// Whether the source has unique ids, so that the key is unique.
  public var isNumbered = false
  /// The record id, if the file is a Cairn export.
  public var id: Identifier<Climb>?
  /// The day or time.
  public let time: ClimbTime
  /// The name, or nil.
  public var name: String?
  /// The discipline; nil if unknown.
  public var discipline: Discipline?
  /// The grade; nil without one.
  public var grade: Grade?
  /// The rope style, such as lead or follow, or nil.
  public var style: RopeStyle?
  /// The location, or nil.
  public var place: String?
  /// Whether it was at a crag (true) or in a gym (false); nil if unknown.
  public var isOutdoor: Bool?
  /// The number of pitches, or nil.
  public var pitches: Int64?
  /// The overhang angle of the board in degrees, or nil.
  public var angle: Int64?
  /// The climber's quality rating, or nil.
  public var stars: Stars?
  /// The notes, or nil.
  public var notes: String?
  /// The position among the climbs of its day, or nil.
  public var position: Int64?
  /// The tags that helped or hindered.
  public var tags: [ClimbTag: TagImpact] = [:]
  /// The source of an earlier import of the row, or nil.
  public var origin: String?
  /// The attempts, in order.
  public var attempts: [ImportedAttempt] = []
  /// The row as canonical JSON.
  public let raw: String

  init(_ cells: RowCells, key: [String], time: ClimbTime) {
    (line, self.key, self.time, raw) = (cells.row.line, key, time, cells.raw)
  }

  /// Sets the discipline and the grade; a discipline that contradicts the grade is dropped.
  mutating func set(_ discipline: Discipline?, _ grade: Grade?) {
    let fits = grade.map { $0.scale.isForBoulders == discipline?.isForBoulders } ?? true
    (self.discipline, self.grade) = (fits ? discipline : nil, grade)
  }
}

/// The day or time of a climb; most apps store only the day.
public enum ClimbTime: Sendable, Equatable {
  /// A calendar day.
  case day(LocalDay)
  /// An instant, whose day depends on the time zone.
  case instant(Instant)
  /// An instant, and the day in the climber's time zone at the time.
  case moment(Instant, on: LocalDay)

  /// Returns the day in a person's time zone.
  func day(in zone: ZoneRules, _ dayStartHour: Int64) -> LocalDay {
    switch self {
    case .day(let day), .moment(_, on: let day): day
    case .instant(let instant): zone.day(at: instant, dayStartHour: dayStartHour)
    }
  }

  /// The instant; nil if only the day is known, or if it is before 2000.
  var instant: Instant? {
    switch self {
    case .day: nil
    case .instant(let instant), .moment(let instant, _): instant >= .earliest ? instant : nil
    }
  }
}

/// One attempt of an imported climb.
public struct ImportedAttempt: Sendable, Equatable {
  /// The result; nil if unknown.
  public let result: AttemptResult?
  /// The tick of a send, or nil.
  public let tick: Tick?

  /// An attempt with an unknown result.
  static let unknown = ImportedAttempt(result: nil, tick: nil)
  /// A fall.
  static let fell = ImportedAttempt(result: .fell, tick: nil)
  /// A send without a tick.
  static let sent = ImportedAttempt(result: .sent, tick: nil)
  /// Returns a send with a tick.
  static func sent(_ tick: Tick) -> ImportedAttempt { ImportedAttempt(result: .sent, tick: tick) }

  /// Returns a number of falls.
  static func falls(_ count: Int64) -> [ImportedAttempt] {
    Array(repeating: .fell, count: Int(count))
  }
}
