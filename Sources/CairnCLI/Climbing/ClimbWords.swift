import Cairn
import CairnStore

/// What was typed about one climb.
struct ClimbWords: Sendable {
  private let name: String?
  private let grade: String?
  private let scale: GradeScale?
  private let discipline: Discipline?
  private let clearsDiscipline: Bool
  private let style: RopeStyle?
  private let pitches: String?
  private let notes: String?
  private let marks: [ClimbTag: TagImpact?]

  /// Reads the options of ``Option/climb``; `name` and `grade` may come as arguments.
  init(_ invocation: Invocation, name: String?, grade: String?) throws(CairnError) {
    (self.name, self.grade) = (name, grade)
    scale = try invocation.choice("scale", of: GradeScale.self)
    clearsDiscipline = invocation.value("discipline") == "none"
    discipline = clearsDiscipline ? nil : try invocation.choice("discipline", of: Discipline.self)
    style = try invocation.choice("style", of: RopeStyle.self)
    pitches = invocation.value("pitches")
    if let pitches, pitches != "none" { _ = try invocation.integer("pitches") }
    notes = invocation.value("note")
    marks = try Self.marks(invocation)
  }

  private static func marks(
    _ invocation: Invocation
  ) throws(CairnError) -> [ClimbTag: TagImpact?] {
    var marks: [ClimbTag: TagImpact?] = [:]
    for word in invocation.values("helped") { marks[try ClimbTag(typed: word)] = .some(.helped) }
    for word in invocation.values("hindered") {
      marks[try ClimbTag(typed: word)] = .some(.hindered)
    }
    guard invocation.takes("untag") else { return marks }
    for word in invocation.values("untag") { marks[try ClimbTag(typed: word)] = .some(nil) }
    return marks
  }

  /// A climb to add.
  func newClimb() -> NewClimb {
    var new = NewClimb()
    new.name = name
    new.grade = written
    new.discipline = discipline
    new.style = style
    new.pitches = pitches.flatMap { Int64($0) }
    new.notes = notes
    new.marks = marks.compactMapValues(\.self)
    return new
  }

  /// The grade that was typed, in the scale that was named, else in that of the grade before it.
  private func newGrade(
    of climb: Climb,
    _ discipline: Discipline?,
    in writer: LogWriter
  ) throws -> Grade? {
    guard let grade, grade != "none" else { return grade == nil ? climb.grade : nil }
    let old = discipline == climb.discipline ? climb.grade?.scale : nil
    let kept = old.flatMap { try? Grade(grade, in: $0) }
    if scale == nil, let kept { return kept }
    return try writer.grade(WrittenGrade(grade, in: scale), discipline)
  }

  private var written: WrittenGrade? { grade.map { WrittenGrade($0, in: scale) } }

  /// Changes a climb; `none` takes a value away.
  func apply(to id: Identifier<Climb>, in writer: LogWriter) throws {
    try writer.changeClimb(id) { climb in
      let discipline = clearsDiscipline ? nil : discipline ?? climb.discipline
      try climb.set(newGrade(of: climb, discipline, in: writer), discipline)
      if let name { climb.setName(name == "none" ? nil : name) }
      if let style { climb.style = style }
      if let pitches { try climb.setPitches(Int64(pitches)) }
      if let notes { climb.notes = notes == "none" || notes.isEmpty ? nil : notes }
    }
    if !marks.isEmpty { try writer.mark(marks, on: id) }
  }
}

extension [Option] {
  /// What can be said of one climb.
  static var climb: [Option] {
    [
      .value(
        "scale",
        "SCALE",
        "The scale of the grade, if not your usual one.",
        completion: .values(GradeScale.all.map(\.name))
      ),
      .discipline,
      .value(
        "style",
        "STYLE",
        "Your end of the rope: \(RopeStyle.all.map(\.name).joined(separator: ", ")).",
        completion: .values(RopeStyle.all.map(\.name))
      ),
      .value("pitches", "N", "How many pitches it has."), .note,
      .value(
        "helped",
        "TAG",
        "What was for you: crimp, slab.",
        completion: .live("climb-tags"),
        isRepeatable: true
      ),
      .value(
        "hindered",
        "TAG",
        "What was against you.",
        completion: .live("climb-tags"),
        isRepeatable: true
      ),
    ]
  }
}
