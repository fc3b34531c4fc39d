import Cairn
import CairnHTML
import CairnReports

/// The buttons of a climb at the wall: a grade, then flash, sent or fell, without a keyboard.
struct ClimbPad {
  let frame: PageFrame
  let row: SessionRow
  let climbs: [ClimbRow]
  let grades: GradeWindow

  /// The outcome of a send that was not the first attempt, where the discipline has a word for it.
  private var sent: String {
    (row.climbing?.discipline ?? .bouldering).tick(isFirstAttempt: false)?.name ?? "sent"
  }

  var html: HTML {
    """
    <section class="pad" aria-label="Log a climb">\(fragment: climbs.last.flatMap(again))
    <form method="post" action="\(row.path)/climbs" data-keep="yes" data-act="add-climb" \
    data-about="\(row.id.record.text)">\(fragment: frame.key("pad"))
    <input type="hidden" name="scale" value="\(grades.scale.name)">
    <fieldset class="grades"><legend class="hidden">\(grades.scale.title)</legend>
    \(fragment: HTML(grades.grades.map(pick)))</fieldset>
    <div class="outs">\(fragment: button("flash", "flash", .bolt, "Flash"))\
    \(fragment: button("sent", sent, .check, "Sent"))\(fragment: button("fell", "fell", .cross, "Fell"))</div>
    </form></section>
    """
  }

  private func pick(_ grade: String) -> HTML {
    let count = climbs.count { $0.climb.grade?.text == grade }
    return """
      <label class="pick"><input type="radio" name="grade" value="\(grade)"\(flag: "checked", grade == grades.usual)>\
      <span>\(grade)<small>\(count == 0 ? "–" : "\(count)")</small></span></label>

      """
  }

  private func button(_ name: String, _ outcome: String, _ icon: Icon, _ label: String) -> HTML {
    """
    <button class="out \(name)" name="outcome" value="\(outcome)">\(fragment: icon.html)\(label)</button>
    """
  }

  /// The last climb once more, with its last result; nil without an attempt.
  private func again(_ last: ClimbRow) -> HTML? {
    guard let result = last.attempts.last?.result else { return nil }
    let name = last.climb.grade?.text ?? last.climb.name ?? ""
    return """
      <form class="again" method="post" action="\(last.path)/attempts" data-keep="yes" data-act="attempt" \
      data-about="\(last.climb.id.record.text)">\(fragment: frame.key("again"))
      <button name="result" value="\(result.name)">\(fragment: Icon.again.html)Same again <b><bdi>\(name)</bdi></b> \
      <span class="quiet">\(result.label)</span></button></form>
      """
  }
}
