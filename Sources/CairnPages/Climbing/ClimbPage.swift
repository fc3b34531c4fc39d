package import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The page of one climb with the forms that edit it.
package struct ClimbPage {
  private let frame: PageFrame
  private let row: ClimbRow
  private let session: SessionRow?
  private let route: ClimbingRoute?
  private let choices: ClimbChoices
  private let conflicts: ConflictNotice
  private let formError: FormError?

  /// Creates the page.
  package init(
    frame: PageFrame,
    row: ClimbRow,
    session: SessionRow?,
    route: ClimbingRoute?,
    choices: ClimbChoices,
    conflicts: ConflictNotice,
    formError: FormError?
  ) {
    (self.frame, self.row, self.session) = (frame, row, session)
    (self.route, self.choices) = (route, choices)
    (self.conflicts, self.formError) = (conflicts, formError)
  }

  private var title: String { row.climb.name ?? row.climb.grade?.text ?? "A climb" }

  package var html: HTML {
    frame.page(
      title,
      in: session.map { $0.endedAt == nil } ?? false ? .today : .log,
      hue: .climbing,
      """
      <header class="head"><h1><bdi>\(title)</bdi></h1>
      <p class="quiet"><a href="\(session?.path ?? row.day.logbookPath)">\(session?.subject ?? CalendarText.day(row.day))</a>\
      \(session == nil ? row.place.map { " · \($0)" } ?? "" : "")</p></header>
      \(fragment: conflicts.html)
      <section class="card" aria-labelledby="tries"><h2 id="tries">Attempts</h2>
      \(fragment: row.attempts.isEmpty ? "<p>No attempts yet.</p>" : attempts)
      \(fragment: another)
      </section>
      \(fragment: route.flatMap(history))
      <section class="card" aria-labelledby="facts"><h2 id="facts">Details</h2>
      \(fragment: formError.at(.climb).map { alert($0.error) })
      \(fragment: facts)
      \(fragment: edit)</section>
      \(fragment: delete)
      """
    )
  }

  /// The grade as written, its approximate equivalents in other scales, and the imported star rating.
  private var facts: HTML {
    let own = row.climb.grade.map { ("Grade, in \($0.scale.title)", Optional($0.text)) }
    let others = (row.climb.grade?.conversions ?? []).map {
      ("\($0.scale.title) (approx.)", Optional($0.text))
    }
    let stars = ("Stars", row.climb.stars?.label)
    return DescriptionList([own].compactMap { $0 } + others + [stars]).html
  }

  /// Returns the last 12 days on which the route was tried; nil if there is no other day.
  private func history(_ route: ClimbingRoute) -> HTML? {
    guard let words = route.summary(CalendarText.day) else { return nil }
    return """
      <section class="card" aria-labelledby="route"><h2 id="route">Route history</h2>
      <p>\(words).</p>
      <ol class="rows">\(fragment: HTML(route.days.suffix(12).reversed().map(day)))</ol></section>
      """
  }

  private func day(_ day: ClimbingRoute.Day) -> HTML {
    let sends = day.sends > 0 ? ", \(counted(day.sends, "send"))" : ""
    return """
      <li class="row"><a href="/climbs/\(day.climb.record.text)">\(CalendarText.day(day.day))</a>
      <span class="quiet">\(counted(day.attempts, "attempt"))\(sends)</span></li>
      """
  }

  private var form: ClimbForm {
    ClimbForm(
      choices: choices,
      discipline: row.climb.discipline ?? session?.climbing?.discipline,
      marks: row.marks,
      typed: formError.at(.climb)?.typed,
      value: value
    )
  }

  private func value(_ name: String) -> String {
    let climb = row.climb
    return switch name {
    case "name": climb.name ?? ""
    case "grade": climb.grade?.text ?? ""
    case "scale": climb.grade?.scale.name ?? ""
    case "climbDiscipline": climb.discipline?.name ?? ""
    case "style": climb.style?.name ?? ""
    case "pitches": climb.pitches.map { "\($0)" } ?? ""
    case "angle": climb.angle.map { "\($0)" } ?? ""
    case "notes": climb.notes ?? ""
    default: ""
    }
  }

  private var edit: HTML {
    """
    <form class="form" method="post" action="\(row.path)/edit" data-keep="yes">
    \(fragment: frame.key("edit"))
    \(fragment: form.shown)
    \(fragment: form.basics)\(fragment: form.details)\(fragment: form.notes)\(fragment: form.tags)
    <button class="wide primary">Save</button></form>
    """
  }

  private var delete: HTML {
    """
    <details class="discard"><summary>Delete this climb</summary>
    <form method="post" action="\(row.path)/delete" data-keep="yes">\(fragment: frame.key("delete"))
    <p>This deletes its attempts and tags too. You can undo this.</p>
    <button class="danger">Delete</button></form></details>
    """
  }
}

package extension ClimbPage {
  private var attempts: HTML {
    """
    \(fragment: formError.at(.attempt).map { alert($0.error) })
    <ol class="rows">\(fragment: HTML(row.attempts.enumerated().map { line($0 + 1, $1) }))</ol>
    """
  }

  private func line(_ number: Int, _ attempt: Attempt) -> HTML {
    let path = "\(row.path)/attempts/\(attempt.id.record.text)"
    return """
      <li class="row attempt">
      <form class="inline long" method="post" action="\(path)" data-keep="yes">
      \(fragment: frame.key("change-\(attempt.id.record.text)"))
      <label for="a\(number)">\(number)</label>
      <select id="a\(number)" name="result" aria-label="Attempt \(number)">\
      \(fragment: HTML(results.map { option($0, attempt) }))</select>
      <button aria-label="Save attempt \(number)">Save</button></form>
      <form method="post" action="\(path)/delete" data-keep="yes">
      \(fragment: frame.key("delete-\(attempt.id.record.text)"))
      <button aria-label="Delete attempt \(number)">✕</button></form></li>
      """
  }

  private func option(_ word: AttemptChoice, _ attempt: Attempt) -> HTML {
    """
    <option value="\(word.name)"\(flag: "selected", word == AttemptChoice(attempt))>\(word.label)</option>
    """
  }

  private var results: [AttemptChoice] {
    AttemptChoice.all(row.climb.discipline, with: row.attempts)
  }

  private var another: HTML {
    """
    <form class="tries" method="post" action="\(row.path)/attempts" data-keep="yes" \
    data-act="attempt" data-about="\(row.climb.id.record.text)">
    \(fragment: frame.key("attempt"))<input type="hidden" name="back" value="\(row.path)">
    <button name="result" value="try" aria-label="✗ Fell again">✗ Fell</button>
    <button name="result" value="send" class="primary" aria-label="✓ Sent again">✓ Sent</button>
    </form>
    """
  }
}
