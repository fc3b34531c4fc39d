public import Cairn

/// A climb as another program recorded it.
public struct ImportedClimb: Sendable, Equatable {
  /// The physical line of the file.
  public let line: Int
  /// What tells it from others of its source in every import, but for laps of one day.
  public let key: [String]
  /// Whether the source numbers its climbs, so that no other has the same key.
  public var isNumbered = false
  /// Its identity, when the file is an export of ours.
  public var id: Identifier<Climb>?
  /// When it was.
  public let time: ClimbTime
  /// Its name, or nil.
  public var name: String?
  /// What kind of climbing it was, as far as the file tells.
  public var discipline: Discipline?
  /// Its grade; nil when it has none.
  public var grade: Grade?
  /// The climber's end of the rope, or nil.
  public var style: RopeStyle?
  /// Where it was, or nil.
  public var place: String?
  /// Whether that is a crag (true) or a gym (false); nil when the file does not tell.
  public var isOutdoor: Bool?
  /// Its number of pitches, or nil.
  public var pitches: Int64?
  /// How far its board leans over, in degrees, or nil.
  public var angle: Int64?
  /// How good the climber found it, or nil.
  public var stars: Stars?
  /// What was written about it, or nil.
  public var notes: String?
  /// Its place among the climbs of its day, when the file tells.
  public var position: Int64?
  /// What helped and what was against the climber.
  public var tags: [ClimbTag: TagImpact] = [:]
  /// Where the row was imported from before, or nil.
  public var origin: String?
  /// What was tried, in order.
  public var attempts: [ImportedAttempt] = []
  /// The row as canonical JSON.
  public let raw: String

  init(_ cells: RowCells, key: [String], time: ClimbTime) {
    (line, self.key, self.time, raw) = (cells.row.line, key, time, cells.raw)
  }

  /// Sets discipline and grade; where they do not go together, the grade tells more.
  mutating func set(_ discipline: Discipline?, _ grade: Grade?) {
    let fits = grade.map { $0.scale.isForBoulders == discipline?.isForBoulders } ?? true
    (self.discipline, self.grade) = (fits ? discipline : nil, grade)
  }
}

/// When a climb was: most programs know the day and no hour.
public enum ClimbTime: Sendable, Equatable {
  /// A day of the calendar.
  case day(LocalDay)
  /// A point in time, which is on another day elsewhere.
  case instant(Instant)
  /// A point in time, and the day it was under the clock of the climber then.
  case moment(Instant, on: LocalDay)

  /// The day under the clock of a person.
  func day(in zone: ZoneRules, _ dayStartHour: Int64) -> LocalDay {
    switch self {
    case .day(let day), .moment(_, on: let day): day
    case .instant(let instant): zone.day(at: instant, dayStartHour: dayStartHour)
    }
  }

  /// The point in time; nil when only the day is known, or it is before 2000.
  var instant: Instant? {
    switch self {
    case .day: nil
    case .instant(let instant), .moment(let instant, _): instant >= .earliest ? instant : nil
    }
  }
}

/// What came of a go at a climb, as far as a file tells.
public struct ImportedAttempt: Sendable, Equatable {
  /// What came of it; nil when that is not known.
  public let result: AttemptResult?
  /// How it was sent, or nil.
  public let tick: Tick?

  /// It is not known what came of it.
  static let unknown = ImportedAttempt(result: nil, tick: nil)
  /// A fall.
  static let fell = ImportedAttempt(result: .fell, tick: nil)
  /// A send, in no way that is known.
  static let sent = ImportedAttempt(result: .sent, tick: nil)
  /// A send of that kind.
  static func sent(_ tick: Tick) -> ImportedAttempt { ImportedAttempt(result: .sent, tick: tick) }

  /// So many falls.
  static func falls(_ count: Int64) -> [ImportedAttempt] {
    Array(repeating: .fell, count: Int(count))
  }
}
