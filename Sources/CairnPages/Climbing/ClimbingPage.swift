package import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// The page of the open climbing session, made for one hand at the wall.
package struct ClimbingPage {
  package let frame: PageFrame
  package let row: SessionRow
  package let detail: Climbing
  package let climbs: [ClimbRow]
  package let choices: ClimbChoices
  /// The grades to choose from with one tap.
  private let grades: GradeWindow
  /// The number of climbs shown; nil for all.
  private let window: Int?
  package let places: [String]
  /// The probable end of the session if its timer was forgotten.
  package let forgotten: ForgottenTimer?
  package let clock: WallClock
  private let now: Instant
  private let formError: FormError?

  /// Creates the page.
  package init(
    frame: PageFrame,
    row: SessionRow,
    detail: Climbing,
    climbs: [ClimbRow],
    choices: ClimbChoices,
    grades: GradeWindow,
    window: Int?,
    places: [String],
    forgotten: ForgottenTimer?,
    clock: WallClock,
    now: Instant,
    formError: FormError?
  ) {
    (self.frame, self.row, self.detail) = (frame, row, detail)
    (self.climbs, self.choices, self.places) = (climbs, choices, places)
    (self.grades, self.window) = (grades, window)
    (self.forgotten, self.clock, self.now) = (forgotten, clock, now)
    self.formError = formError
  }

  private var head: ClimbingHeader {
    ClimbingHeader(row: row, detail: detail, now: now, clock: frame.clock)
  }

  package var html: HTML {
    frame.page(
      "Climbing",
      in: .today,
      hue: .climbing,
      showing: [row],
      isBare: true,
      """
      <div class="gym"><div class="stack">
      \(fragment: head.compact(toggle: forgotten == nil ? frame.key("toggle") : nil, rested: rested))
      <section class="stack" aria-labelledby="climbs"><h2 id="climbs">Climbs</h2>
      \(fragment: climbs.isEmpty ? empty : list)</section>
      \(fragment: AddClimbForm(frame: frame, row: row, choices: choices, formError: formError.at(.climb)).html)
      \(fragment: StopClimbingForm(page: self, formError: formError.at(.end)).html)
      \(fragment: edit)
      \(fragment: discard)
      </div>
      \(fragment: ClimbPad(frame: frame, row: row, climbs: climbs, grades: grades).html)
      </div>
      """
    )
  }

  /// The time since the last attempt; nil without one.
  private var rested: Milliseconds? {
    let times = climbs.flatMap { $0.attempts }.compactMap { $0.at }
    return times.max().map { now - $0 }
  }

  private var list: HTML {
    """
    \(fragment: ClimbList(climbs: climbs, frame: frame, isRunning: true, window: window).html)
    \(fragment: climbs.count > window ?? climbs.count ? all : nil)
    """
  }

  private var all: HTML {
    """
    <p class="more"><a class="button" href="\(row.path)?climbs=all">Show all \(climbs.count) climbs</a></p>
    """
  }

  private var empty: HTML {
    """
    <p class="card empty">No climbs yet. Choose a grade, then how it went.</p>
    """
  }

  private var edit: HTML {
    let (own, values) = (
      formError.at(.edit), SessionValues(row: row, clock: clock, climbing: detail)
    )
    let fields = ClimbingFields(
      value: { own?.typed[$0] ?? values[$0] },
      places: places,
      isAmongOthers: frame.person != nil
    )
    return """
      <details class="sheet card"\(flag: "open", own != nil)><summary>Session details</summary>
      \(fragment: own.map { alert($0.error) })
      <form method="post" action="\(row.path)/edit" data-keep="yes">
      \(fragment: frame.key("edit"))
      \(fragment: OriginalValues.html(["start", "place"] + ClimbingFields.names, own?.typed) { values[$0] })
      \(fragment: Field.moment("start", "Start", own?.typed["start"] ?? values["start"]))
      \(fragment: fields.discipline)\(fragment: fields.readiness)\(fragment: fields.place)
      \(fragment: fields.partners)\(fragment: fields.conditions)\(fragment: fields.privacy)
      <button class="wide">Save</button></form></details>
      """
  }

  private var discard: HTML {
    """
    <details class="discard"><summary>Discard this session</summary>
    <form method="post" action="\(row.path)/discard" data-keep="yes" \
    data-act="discard" data-about="\(row.id.record.text)">\(fragment: frame.key("discard"))
    <p>This removes the session. You can undo this.</p>
    <button class="danger">Discard</button></form></details>
    """
  }
}

/// The form that adds a climb to a session.
package struct AddClimbForm {
  package let frame: PageFrame
  package let row: SessionRow
  package let choices: ClimbChoices
  package let formError: FormError?

  private var form: ClimbForm {
    ClimbForm(
      choices: choices,
      discipline: row.climbing?.discipline,
      followsSession: true,
      typed: formError?.typed
    )
  }

  package var html: HTML {
    """
    <details class="sheet card" id="add"\(flag: "open", formError != nil)><summary>\
    \(row.endedAt == nil ? "New climb with details" : "Add a climb")</summary>
    \(fragment: formError.map { alert($0.error) })
    <form method="post" action="\(row.path)/climbs" data-keep="yes" \
    data-act="add-climb" data-about="\(row.id.record.text)">
    \(fragment: frame.key("climb"))
    \(fragment: form.basics)
    \(fragment: form.attempts)
    <details class="tag-group"\(flag: "open", hasMore)><summary>More details</summary>
    \(fragment: form.details)\(fragment: form.notes)</details>
    \(fragment: form.tags)
    <button class="wide primary">Save climb</button>
    </form></details>
    """
  }

  private var hasMore: Bool {
    ["style", "pitches", "angle", "notes", "climbDiscipline"].contains {
      !(formError?.typed[$0] ?? "").isEmpty
    }
  }
}

/// The form that stops a climbing session; all its fields are optional.
package struct StopClimbingForm {
  package let page: ClimbingPage
  package let formError: FormError?

  private var row: SessionRow { page.row }
  private var short: ConfirmShortSession? { ConfirmShortSession(formError, at: row.path) }

  private func value(_ name: String) -> String { formError?.typed[name] ?? own(name) }

  private func own(_ name: String) -> String {
    name == "note" ? row.note ?? "" : page.detail.text(of: name)
  }

  package var html: HTML {
    let fields = ClimbingFields(value: value)
    return """
      <details class="sheet card" id="end"\(flag: "open", formError != nil || page.forgotten != nil)>
      <summary>End this session</summary>
      \(fragment: short == nil ? formError.map { alert($0.error) } : nil)
      <form method="post" action="\(row.path)/end" data-keep="yes" \
      data-act="stop" data-about="\(row.id.record.text)">
      \(fragment: page.frame.key("end"))
      \(fragment: OriginalValues.html(["note", ClimbingScale.exertion.name, ClimbingScale.pump.name], formError?.typed, own))
      <p class="quiet">\(row.climbing?.text ?? "")</p>
      \(fragment: fields.exertion)
      <div class="field"><label for="end-note">Notes</label>
      <textarea id="end-note" name="note" rows="3">\n\(value("note"))</textarea></div>
      \(fragment: short?.html ?? question ?? "<button class=\"wide primary\">End session</button>")
      </form></details>
      """
  }

  private var question: HTML? {
    page.forgotten.map { forgotten in
      ForgottenTimerPrompt(forgotten: forgotten, clock: page.frame.clock, typed: formError?.typed)
        .html
    }
  }
}
