import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The page of one climb with the forms that edit it.
struct ClimbPage {
  private let frame: PageFrame
  private let row: ClimbRow
  private let session: SessionRow?
  private let route: ClimbingRoute?
  private let choices: ClimbChoices
  private let conflicts: ConflictNotice
  private let formError: FormError?

  init(_ context: AuthenticatedContext, _ formError: FormError? = nil) async throws {
    frame = try await PageFrame(context)
    row = try await context.climb()
    session = try await Self.session(of: row, context.log)
    route = try await context.log.route(of: row.climb.id)
    choices = try await ClimbChoices(context.log)
    conflicts = try await ConflictNotice(of: row.climb.id.record, context.log)
    self.formError = formError
  }

  private static func session(of row: ClimbRow, _ log: Log) async throws -> SessionRow? {
    guard let id = row.climb.session else { return nil }
    return try await log.session(id)
  }

  private var title: String { row.climb.name ?? row.climb.grade?.text ?? "A climb" }

  var html: HTML {
    frame.page(
      title,
      in: session.map { $0.endedAt == nil } ?? false ? .today : .history,
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
      \(fragment: own(.climb).map { alert($0.error) })
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
    return DescriptionList([own].compactMap(\.self) + others + [stars]).html
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
    let sends = day.sends > 0 ? ", \(day.sends.counted("send"))" : ""
    return """
      <li class="row"><a href="/climbs/\(day.climb.record.text)">\(CalendarText.day(day.day))</a>
      <span class="quiet">\(day.attempts.counted("attempt"))\(sends)</span></li>
      """
  }

  private func own(_ formID: FormError.FormID) -> FormError? {
    formError.flatMap { $0.formID == formID ? $0 : nil }
  }

  private var form: ClimbForm {
    ClimbForm(
      choices: choices,
      discipline: row.climb.discipline ?? session?.climbing?.discipline,
      marks: row.marks,
      typed: own(.climb)?.typed,
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

extension ClimbPage {
  private var attempts: HTML {
    """
    \(fragment: own(.attempt).map { alert($0.error) })
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

/// The result of an attempt as one form value: the name of its tick or result, or empty if unknown.
struct AttemptChoice: Hashable {
  let result: AttemptResult?
  let tick: Tick?

  init(_ attempt: Attempt) {
    (result, tick) = (attempt.result, attempt.tick)
  }

  private init(_ result: AttemptResult?, _ tick: Tick? = nil) {
    (self.result, self.tick) = (result, tick)
  }

  /// Parses the form value; an unknown value yields no result.
  init(name: String) {
    tick = Tick(name: name)
    result = tick == nil ? AttemptResult(name: name) : .sent
  }

  var name: String { tick?.name ?? result?.name ?? "" }
  var label: String {
    // A tick implies a send, and a phone has no room for both words.
    tick?.name ?? result?.label ?? "unknown"
  }

  /// Returns the results that the discipline allows, and those that `attempts` already have.
  static func all(_ discipline: Discipline?, with attempts: [Attempt]) -> [AttemptChoice] {
    let ticks = discipline?.ticks ?? Tick.all
    let common =
      [AttemptChoice(.fell), AttemptChoice(.sent)] + ticks.map { AttemptChoice(.sent, $0) }
    let known = common + [AttemptChoice(nil)]
    return known + Set(attempts.map(AttemptChoice.init)).filter { !known.contains($0) }
  }
}
