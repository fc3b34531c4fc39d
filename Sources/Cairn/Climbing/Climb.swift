/// A climb on rock or a wall, with any number of attempts in one session or on one day.
public struct Climb: Recorded {
  /// `climb`.
  public static let recordKind = RecordKind("climb")
  /// The ID.
  public let id: Identifier<Climb>
  /// The session or day it belongs to.
  public var climbContext: ClimbContext
  /// The position within its session or day, from 1; equal positions are ordered by ID.
  public var position: Int64
  /// When it was logged, if known.
  public var at: Instant?
  /// The name, as one line, or nil.
  public private(set) var name: String?
  /// The discipline, or nil if unknown.
  public var discipline: Discipline?
  /// The grade as written, with its scale, or nil.
  public private(set) var grade: Grade?
  /// The climber's role on the rope, or nil.
  public var style: RopeStyle?
  /// The number of pitches, 1 to 1,000, or nil.
  public private(set) var pitches: Int64?
  /// The overhang of its board, 0 to 90 degrees, or nil.
  public private(set) var angle: Int64?
  /// The quality rating, or nil.
  public var stars: Stars?
  /// A note, or nil.
  public var notes: String?
  /// The name of the import it came from, or nil.
  public var source: String?
  /// The row in the source at the last import, or nil.
  public var sourceRow: String?

  /// Creates a climb with nothing known but its session or day.
  public init(id: Identifier<Climb>, climbContext: ClimbContext, position: Int64) {
    (self.id, self.climbContext, self.position) = (id, climbContext, position)
  }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads a climb from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    climbContext = try ClimbContext(fields: fields)
    position = try fields.integer("position", in: 1...Int64.max) ?? 1
    at = try fields.instant("at")
    name = try fields.text("name")
    discipline = try fields.named("discipline")
    grade = try Self.grade(fields)
    style = try fields.named("style")
    pitches = try fields.integer("pitches", in: Self.pitchCounts)
    angle = try fields.integer("angle", in: Self.angles)
    stars = try fields.text("stars").flatMap { Stars(text: $0) }
    notes = try fields.text("notes")
    source = try fields.text("source")
    sourceRow = try fields.text("sourceRow")
  }

  private static func grade(_ fields: Fields) throws(CairnError) -> Grade? {
    guard let text = try fields.text("grade") else { return nil }
    let scale: GradeScale = try fields.required("gradeScale", fields.named("gradeScale"))
    return try fields.required("grade", Grade(lenient: text, in: scale))
  }

  /// Sets every field of a climb.
  public func write(to fields: inout Fields) {
    climbContext.write(to: &fields)
    fields.set("position", position)
    fields.set("at", at)
    fields.set("name", name)
    fields.set("discipline", discipline?.name)
    fields.set("grade", grade?.text)
    fields.set("gradeScale", grade?.scale.name)
    fields.set("style", style?.name)
    fields.set("pitches", pitches)
    fields.set("angle", angle)
    fields.set("stars", stars?.text)
    fields.set("notes", notes)
    fields.set("source", source)
    fields.set("sourceRow", sourceRow)
  }

  static let pitchCounts: ClosedRange<Int64> = 1...1_000
  /// The valid overhangs of a board in degrees, from vertical to horizontal.
  public static let angles: ClosedRange<Int64> = 0...90
}

extension Climb {
  /// Sets the name, as one line; nil or blank text clears it.
  public mutating func setName(_ text: String?) { name = text.flatMap(collapsedLine) }

  /// Sets the number of pitches, or clears it; throws `climb.invalid_pitches`.
  public mutating func setPitches(_ count: Int64?) throws(CairnError) {
    if let count, !Self.pitchCounts.contains(count) {
      throw CairnError(
        "climb.invalid_pitches",
        "A climb has 1 to 1,000 pitches, not \(count).",
        hint: "Give a number in this range, or none to leave it unknown."
      )
    }
    pitches = count
  }

  /// Sets the overhang of the board, or clears it; throws `climb.invalid_angle`.
  public mutating func setAngle(_ degrees: Int64?) throws(CairnError) {
    if let degrees, !Self.angles.contains(degrees) {
      throw CairnError(
        "climb.invalid_angle",
        "A board angle is 0 to 90 degrees, not \(degrees).",
        hint: "Give a number in this range, or none to leave it unknown."
      )
    }
    angle = degrees
  }

  /// Sets the grade, or clears it; throws `grade.wrong_discipline` for a boulder scale on a route, or
  /// a route scale on a boulder.
  public mutating func setGrade(_ new: Grade?) throws(CairnError) {
    if let new, let discipline, new.scale.isForBoulders != discipline.isForBoulders {
      throw CairnError(
        "grade.wrong_discipline",
        "\(new.text) is a grade of \(new.scale.named), which is not used for \(discipline.label).",
        hint: "Give another grade, or another discipline."
      )
    }
    grade = new
  }

  /// Sets grade and discipline together; after an error of ``setGrade(_:)`` nothing has changed.
  public mutating func set(_ new: Grade?, _ discipline: Discipline?) throws(CairnError) {
    var changed = self
    changed.discipline = discipline
    try changed.setGrade(new)
    self = changed
  }

  /// The session; nil for a climb that belongs to a day.
  public var session: SessionID? {
    guard case .session(let id) = climbContext else { return nil }
    return id
  }

  /// The text for display: name, grade and angle, or whatever else is known.
  public var title: String {
    let words = [name.map { "“\($0)”" }, grade?.text].compactMap { $0 }
    let what = words.isEmpty ? discipline?.label ?? "climb" : words.joined(separator: " ")
    return what + (angle.map { " at \($0)°" } ?? "")
  }
}

/// The context of a climb: a session, or a day without known times.
public enum ClimbContext: Sendable, Hashable {
  /// A session, which determines the day and place of the climb.
  case session(SessionID)
  /// A day, with the place and whether it was outdoors, if known.
  ///
  /// Logbooks of other apps contain no times, and Cairn does not invent any.
  case day(LocalDay, place: String?, isOutdoor: Bool?)

  /// The first valid day of a climb: 1900-01-01, as in an imported logbook.
  public static let earliest = LocalDay(number: -25_567)

  /// Returns a day with its place as one line; a blank place becomes nil.
  public static func day(_ day: LocalDay, at place: String?, isOutdoor: Bool?) -> ClimbContext {
    .day(day, place: place.flatMap(collapsedLine), isOutdoor: isOutdoor)
  }

  init(fields: Fields) throws(CairnError) {
    if let session: SessionID = try fields.id("session") {
      self = .session(session)
    } else {
      let text = try fields.required("day", fields.text("day"))
      let day = try fields.required("day", LocalDay(text: text))
      self = .day(day, place: try fields.text("place"), isOutdoor: try fields.bool("isOutdoor"))
    }
  }

  func write(to fields: inout Fields) {
    switch self {
    case .session(let id):
      fields.set("session", id)
      fields.set("day", nil as String?)
      fields.set("place", nil as String?)
      fields.set("isOutdoor", nil as Bool?)
    case .day(let day, let place, let isOutdoor):
      fields.set("session", nil as SessionID?)
      fields.set("day", day.text)
      fields.set("place", place)
      fields.set("isOutdoor", isOutdoor)
    }
  }
}
