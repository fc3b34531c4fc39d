/// One climb: a line on rock or a wall, tried any number of times in one session, or on one day.
public struct Climb: Recorded {
  /// `climb`.
  public static let recordKind = RecordKind("climb")
  /// The identity.
  public let id: Identifier<Climb>
  /// Where it belongs.
  public var occasion: ClimbContext
  /// Its place among the climbs of its occasion, from 1 on; equal ones are ordered by id.
  public var position: Int64
  /// When it was logged, as far as it is known.
  public var at: Instant?
  /// What it is called, in one line, or nil.
  public private(set) var name: String?
  /// What kind of climbing it is, or nil when not said.
  public var discipline: Discipline?
  /// Its grade as written, with the scale; nil when it has none.
  public private(set) var grade: Grade?
  /// The climber's end of the rope, or nil.
  public var style: RopeStyle?
  /// Its number of pitches, 1 to 1,000, or nil.
  public private(set) var pitches: Int64?
  /// How far the board it is on leans over, 0 to 90 degrees, or nil.
  public private(set) var angle: Int64?
  /// How good it was, or nil.
  public var stars: Stars?
  /// A note, or nil.
  public var notes: String?
  /// The import it came from, or nil.
  public var source: String?
  /// How the source tells of it, as it was imported last.
  public var sourceRow: String?

  /// Makes a climb of which only the occasion is known.
  public init(id: Identifier<Climb>, occasion: ClimbContext, position: Int64) {
    (self.id, self.occasion, self.position) = (id, occasion, position)
  }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads a climb; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    occasion = try ClimbContext(fields: fields)
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
    return try fields.required("grade", Grade(kept: text, in: scale))
  }

  /// Sets every field of a climb.
  public func write(to fields: inout Fields) {
    occasion.write(to: &fields)
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
  /// Upright to level, in degrees.
  public static let angles: ClosedRange<Int64> = 0...90
}

extension Climb {
  /// Sets the name, in one line; nil or nothing but blanks clears it.
  public mutating func setName(_ text: String?) { name = text.flatMap(oneLine) }

  /// Sets the number of pitches, or clears it; throws `climb.invalid_pitches`.
  public mutating func setPitches(_ count: Int64?) throws(CairnError) {
    if let count, !Self.pitchCounts.contains(count) {
      throw CairnError(
        "climb.invalid_pitches",
        "A climb has 1 to 1,000 pitches, not \(count).",
        hint: "Give such a number, or none to leave it unknown."
      )
    }
    pitches = count
  }

  /// Sets the angle of the board, or clears it; throws `climb.invalid_angle`.
  public mutating func setAngle(_ degrees: Int64?) throws(CairnError) {
    if let degrees, !Self.angles.contains(degrees) {
      throw CairnError(
        "climb.invalid_angle",
        "A board leans over by 0 to 90 degrees, not \(degrees).",
        hint: "Give such a number, or none to leave it unknown."
      )
    }
    angle = degrees
  }

  /// Sets the grade, or clears it; throws `grade.other_discipline` for a scale of boulders on a
  /// route, or the other way round.
  public mutating func setGrade(_ new: Grade?) throws(CairnError) {
    if let new, let discipline, new.scale.isForBoulders != discipline.isForBoulders {
      throw CairnError(
        "grade.other_discipline",
        "\(new.text) is a grade of \(new.scale.named), which does not grade \(discipline.label).",
        hint: "Give another grade, or another discipline."
      )
    }
    grade = new
  }

  /// Sets grade and discipline together; throws as ``setGrade(_:)`` and changes nothing then.
  public mutating func set(_ new: Grade?, _ discipline: Discipline?) throws(CairnError) {
    var changed = self
    changed.discipline = discipline
    try changed.setGrade(new)
    self = changed
  }

  /// Its session; nil for a climb of a day.
  public var session: SessionID? {
    guard case .session(let id) = occasion else { return nil }
    return id
  }

  /// What a person calls it: its name, grade and angle, or what else is known of it.
  public var title: String {
    let words = [name.map { "“\($0)”" }, grade?.text].compactMap { $0 }
    let what = words.isEmpty ? discipline?.label ?? "climb" : words.joined(separator: " ")
    return what + (angle.map { " at \($0)°" } ?? "")
  }
}

/// What a climb belongs to: a session, or a day of which the hours are not known.
public enum ClimbContext: Sendable, Hashable {
  /// A session, whose day and place are those of the climb.
  case session(SessionID)
  /// A day, at a place if that is known, outdoors or not if that is known.
  ///
  /// Logbooks of other apps know no hours, and none are invented for them.
  case day(LocalDay, place: String?, isOutdoor: Bool?)

  /// The first day a climb can be logged on: 1900-01-01, as in an imported logbook.
  public static let earliest = LocalDay(number: -25_567)

  /// A day, with its place in one line; nothing but blanks is no place.
  public static func day(_ day: LocalDay, at place: String?, isOutdoor: Bool?) -> ClimbContext {
    .day(day, place: place.flatMap(oneLine), isOutdoor: isOutdoor)
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
