import Cairn
import CairnActions

/// Options that describe one climb.
struct ClimbOptions: Sendable {
  private let name: String?
  private let grade: String?
  private let scale: GradeScale?
  private let discipline: Discipline?
  private let clearsDiscipline: Bool
  private let style: RopeStyle??
  private let pitches: String?
  private let angle: String?
  private let notes: String?
  private let marks: [ClimbTag: TagImpact?]

  /// Reads the options of ``Option/climb``; `name` and `grade` may come from arguments.
  init(_ invocation: Invocation, name: String?, grade: String?) throws(CairnError) {
    (self.name, self.grade) = (name, grade)
    scale = try invocation.choice("scale", of: GradeScale.self)
    clearsDiscipline = invocation.value("discipline") == "none"
    discipline = clearsDiscipline ? nil : try invocation.choice("discipline", of: Discipline.self)
    style = try Self.style(invocation)
    pitches = invocation.value("pitches")
    if let pitches, pitches != "none" { _ = try invocation.integer("pitches") }
    angle = invocation.value("angle")
    if let angle, angle != "none" { _ = try invocation.integer("angle") }
    notes = invocation.value("note")
    marks = try Self.marks(invocation)
  }

  private static func marks(
    _ invocation: Invocation
  ) throws(CairnError) -> [ClimbTag: TagImpact?] {
    var marks: [ClimbTag: TagImpact?] = [:]
    let lists: [(String, TagImpact?)] = [("helped", .helped), ("hindered", .hindered)]
    for (name, impact) in lists + (invocation.takes("untag") ? [("untag", nil)] : []) {
      for word in invocation.values(name) {
        let tag = try ClimbTag(typed: word)
        guard marks.updateValue(impact, forKey: tag) == nil else { throw Self.namedTwice(tag) }
      }
    }
    return marks
  }

  private static func namedTwice(_ tag: ClimbTag) -> CairnError {
    CairnError(
      "usage.value",
      "The tag \(tag.name) is given twice.",
      hint: "Give each tag once: it helped or it hindered."
    )
  }

  /// Parses the rope style; the inner nil clears it.
  private static func style(_ invocation: Invocation) throws(CairnError) -> RopeStyle?? {
    guard let word = invocation.value("style") else { return nil }
    if word.isEmpty || word == "none" { return .some(nil) }
    return .some(try invocation.choice("style", of: RopeStyle.self))
  }

  func newClimb() -> NewClimb {
    var new = NewClimb()
    new.name = name
    new.grade = written
    new.discipline = discipline
    new.style = style ?? nil
    new.pitches = pitches.flatMap { Int64($0) }
    new.angle = angle.flatMap { Int64($0) }
    new.notes = notes.flatMap { $0 == "none" || $0.isEmpty ? nil : $0 }
    new.marks = marks.compactMapValues(\.self)
    return new
  }

  private var written: GradeInput? {
    grade == nil && scale == nil ? nil : GradeInput(grade ?? "", in: scale)
  }

  /// The options as changes to a climb; `none` clears a value.
  var edit: ClimbEdit {
    let cleared = { (word: String) in word == "none" ? "" : word }
    var edit = ClimbEdit()
    (edit.name, edit.grade, edit.notes) = (
      name.map(cleared), grade.map(cleared), notes.map(cleared)
    )
    edit.scale = scale
    edit.discipline = clearsDiscipline ? .some(nil) : discipline.map { .some($0) }
    edit.style = style
    edit.pitches = pitches.map { Int64($0) }
    edit.angle = angle.map { Int64($0) }
    edit.marks = marks
    return edit
  }
}

extension [Option] {
  /// Options that describe one climb.
  static var climb: [Option] {
    [
      .value(
        "scale",
        "SCALE",
        "The grade scale, if not your usual one.",
        completion: .values(GradeScale.all.map(\.name))
      ),
      .discipline,
      .value(
        "style",
        "STYLE",
        "Lead or follow: \(RopeStyle.all.map(\.name).joined(separator: ", ")); or none.",
        completion: .values(RopeStyle.all.map(\.name) + ["none"])
      ),
      .value("pitches", "N", "Number of pitches."),
      .value(
        "angle",
        "DEGREES",
        "Board angle in degrees: 40. Each angle is a route of its own."
      ), .note,
      .value(
        "helped",
        "TAG",
        "What helped: crimp, slab.",
        completion: .live("climb-tags"),
        isRepeatable: true
      ),
      .value(
        "hindered",
        "TAG",
        "What got in the way.",
        completion: .live("climb-tags"),
        isRepeatable: true
      ),
    ]
  }
}
