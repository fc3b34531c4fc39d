import Cairn
import CairnActions
import CairnHTML
import CairnPages
import CairnReports

extension ClimbEdit {
  /// Parses the form of a climb; only changed tags are written; throws `request.field` and `climb.invalid_tag`.
  init(form sent: FormValues, marked: [TagMark] = []) throws(CairnError) {
    let form = sent.saved
    try self.init(form)
    // A grade has no meaning without its scale, and the form always contains a scale.
    if form["grade"] != nil || form["scale"] != nil {
      grade = try sent.text("grade") ?? ""
      scale = grade == "" ? nil : sent["scale"].flatMap { GradeScale(name: $0) }
    }
    for name in form.names.sorted() where name.hasPrefix("tag:") {
      let tag = try ClimbTag(typed: String(name.dropFirst(4)))
      let impact = form[name].flatMap { TagImpact(name: $0) }
      guard marks[tag] == nil, impact != marked.first(where: { $0.tag == tag })?.impact else {
        continue
      }
      marks.updateValue(impact, forKey: tag)
    }
  }
}
