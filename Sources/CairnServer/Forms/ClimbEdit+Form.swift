import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnJSON
import CairnPages
import CairnReports
import CairnStore

extension ClimbEdit {
  /// Parses the fields of a climb; an empty field clears, an untouched one changes nothing.
  ///
  /// Only changed tags are written. Throws `request.field` and `climb.invalid_tag`.
  init(_ sent: FormValues, marked: [TagMark] = []) throws(CairnError) {
    self.init()
    let form = sent.saved
    if form["name"] != nil { name = try form.text("name") ?? "" }
    // A grade has no meaning without its scale.
    if form["grade"] != nil || form["scale"] != nil {
      grade = try sent.text("grade") ?? ""
      // The form always contains a scale, with or without a grade.
      if grade != "" { scale = sent["scale"].flatMap { GradeScale(name: $0) } }
    }
    if let word = form["climbDiscipline"] { discipline = .some(Discipline(name: word)) }
    if let word = form["style"] { style = .some(RopeStyle(name: word)) }
    if form["pitches"] != nil { pitches = .some(try form.number("pitches")) }
    if form["angle"] != nil { angle = .some(try form.number("angle")) }
    if form["notes"] != nil {
      notes = try form.text("notes", limit: InputField.longTextLimit) ?? ""
    }
    marks = try Self.marks(form, marked)
  }

  private static func marks(
    _ form: FormValues,
    _ marked: [TagMark]
  ) throws(CairnError) -> [ClimbTag: TagImpact?] {
    var marks: [ClimbTag: TagImpact?] = [:]
    for name in form.names.sorted() where name.hasPrefix("tag:") {
      let tag = try ClimbTag(typed: String(name.dropFirst(4)))
      let impact = form[name].flatMap { TagImpact(name: $0) }
      guard impact != marked.first(where: { $0.tag == tag })?.impact else { continue }
      marks.updateValue(impact, forKey: tag)
    }
    for (name, impact) in [("ownHelped", TagImpact.helped), ("ownHindered", .hindered)] {
      for word in try form.list(name) ?? [] {
        marks.updateValue(impact, forKey: try ClimbTag(typed: word))
      }
    }
    return marks
  }
}

extension NewClimb {
  /// Parses the form of a new climb; throws as ``ClimbEdit/init(_:marked:)``.
  init(_ form: FormValues) throws(CairnError) {
    self.init(try ClimbEdit(form))
    try setOutcome(form["outcome"], attempts: form.number("attempts"))
    tick = form["tick"].flatMap { Tick(name: $0) }
  }
}
