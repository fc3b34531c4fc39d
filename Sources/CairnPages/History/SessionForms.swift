import Cairn
package import CairnHTML
import CairnInsights
import CairnReports

/// The forms that change a session: edit, split, merge, delete.
package struct SessionForms {
  package let page: SessionPage

  private var row: SessionRow { page.row }
  private var path: String { row.path }

  package var html: HTML {
    """
    \(fragment: sheet(.edit, "Edit", edit))
    \(fragment: page.titles.count > 1 ? sheet(.move, "Change \(noun)", move) : nil)
    \(fragment: sheet(.split, "Split session", split))
    \(fragment: page.near.isEmpty ? nil : sheet(.merge, "Merge sessions", merge))
    \(fragment: sheet(.delete, "Delete", delete))
    """
  }

  private var noun: String { row.kind == Listening.kind ? "story" : "book" }

  /// Returns a collapsible form, expanded if it was rejected.
  private func sheet(_ formID: FormError.FormID, _ title: String, _ form: HTML) -> HTML {
    let formError = page.formError.at(formID)
    return """
      <details class="sheet card"\(flag: "open", formError != nil)>
      <summary>\(title)</summary>
      \(fragment: formError.map { alert($0.error) })
      \(fragment: form)
      </details>
      """
  }

  private func typed(_ name: String, _ formID: FormError.FormID, _ value: String) -> String {
    page.formError.at(formID)?.typed[name] ?? value
  }

  private var refused: FormValues? { page.formError.at(.edit)?.typed }
  private var values: SessionValues {
    SessionValues(row: row, clock: page.clock, climbing: page.climbing, activity: page.activity)
  }
  private func value(_ name: String) -> String { refused?[name] ?? values[name] }

  private var edit: HTML {
    """
    <form method="post" action="\(path)/edit" data-keep="yes">
    \(fragment: page.frame.key("edit"))
    \(fragment: OriginalValues.html(values.names, refused) { values[$0] })
    \(fragment: Field.moment("start", "Start", value("start")))
    \(fragment: Field.moment("end", "End", value("end")))
    \(fragment: row.kind == Reading.kind ? pages : nil)
    \(fragment: page.climbing == nil ? nil : climbing)
    \(fragment: row.listening == nil ? nil : listening)
    \(fragment: page.activity.map { $0.html { refused?[$0] } })
    \(fragment: readings)
    <div class="field"><label for="note">Note</label>
    <textarea id="note" name="note" rows="3">\n\(value("note"))</textarea></div>
    \(fragment: page.climbing == nil ? Field.text("place", "Place", value("place")) : nil)
    \(fragment: Field.text("tags", "Tags", value("tags"), hint: "beach, holiday"))
    <div class="pair">
    \(fragment: mood("mood_before", "Mood before"))
    \(fragment: mood("mood_after", "Mood after"))
    </div>
    <label class="check"><input type="checkbox" name="adjust" value="yes"> \
    Trim overlapping sessions</label>
    <button class="wide primary">Save</button>
    </form>
    """
  }

  private var listening: HTML {
    let isCompleted = refused?.rejectedBox("completed") ?? (values["completed"] == "yes")
    return """
      <div class="pair">
      \(fragment: Field.text("from", "Start position", value("from"), hint: "1:02:03"))
      \(fragment: Field.text("position", "End position", value("position"), hint: "1:02:03"))
      </div>
      \(fragment: SpeedField.html(value("speed")))
      <label class="check"><input type="checkbox" name="completed" value="yes"\(flag: "checked", isCompleted)> \
      Finished it</label>
      """
  }

  private var climbing: HTML {
    let fields = ClimbingFields(
      value: value,
      places: page.places,
      isAmongOthers: page.frame.person != nil
    )
    return HTML([
      fields.discipline, fields.place, fields.partners, fields.readiness, fields.exertion,
      fields.conditions, fields.privacy,
    ])
  }

  private func mood(_ name: String, _ label: String) -> HTML {
    let moods = [("1", "1, low"), ("2", "2"), ("3", "3"), ("4", "4"), ("5", "5, high")]
    return Field.choice(name, label, [("", "Not set")] + moods, value(name))
  }

  private var pages: HTML {
    """
    <div class="pair">
    \(fragment: Field.number("start_page", "From page", value("start_page")))
    \(fragment: Field.number("page", "To page", value("page")))
    </div>
    """
  }

  private var move: HTML {
    """
    <form method="post" action="\(path)/book" data-keep="yes">
    \(fragment: page.frame.key("move"))
    <div class="field"><label for="title">Correct \(noun)</label>
    <input id="title" name="title" list="titles" autocomplete="off" maxlength="500" required \
    value="\(typed("title", .move, ""))">
    <datalist id="titles">\(fragment: HTML(page.titles.map { "<option value=\"\($0)\"></option>" }))</datalist></div>
    <p class="quiet">\(row.kind == Listening.kind ? "Time moves to the other story." : "Time and page count move to the other book.")</p>
    <button class="wide">Move session</button>
    </form>
    """
  }

  private var readings: HTML? {
    guard page.readings.count > 1 else { return nil }
    let all = page.readings.enumerated().map { index, row in
      (row.reading.id.record.text, ReadThrough.name(index + 1) + Self.began(row))
    }
    let own = page.reading?.record.text ?? ""
    let isKnown = all.contains { $0.0 == own }
    return """
      \(fragment: OriginalValues.html(["reading"], refused) { _ in own })
      \(fragment: Field.choice("reading", "Read", isKnown ? all : all + [(own, "None of these")], refused?["reading"] ?? own))
      """
  }

  private static func began(_ row: ReadingRow) -> String {
    row.reading.started.map { ", started \(CalendarText.date($0))" } ?? ""
  }

  private var split: HTML {
    let end = row.endedAt ?? row.startedAt
    let middle = row.startedAt + Milliseconds((end - row.startedAt).count / 2)
    return """
      <form method="post" action="\(path)/split" data-keep="yes">
      \(fragment: page.frame.key("split"))
      \(fragment: Field.moment("at", "Split at", typed("at", .split, page.clock.field(middle))))
      <p class="quiet">\(divided) divided in proportion to time.</p>
      <button class="wide">Split</button>
      </form>
      """
  }

  private var divided: String {
    guard let activity = page.activity else {
      return row.kind == Listening.kind ? "Audio positions are" : "Pages are"
    }
    return activity.module.amountField.map { "\($0.label) is" } ?? "The session is"
  }

  private var merge: HTML {
    """
    <form method="post" action="\(path)/merge" data-keep="yes">
    \(fragment: page.frame.key("merge"))
    <div class="field"><label for="other">Merge with</label>
    <select id="other" name="other">\(fragment: HTML(page.near.map(option)))</select></div>
    <p class="quiet">The time between the two becomes a pause.</p>
    <button class="wide">Merge</button>
    </form>
    """
  }

  private func option(_ other: SessionRow) -> HTML {
    let clock = WallClock(zone: page.clock.zone, now: row.startedAt)
    return """
      <option value="\(other.id.record.text)">\(CalendarText.short(other.day, in: row.day.year)) \
      \(clock.timeRange(other.startedAt, other.endedAt, on: other.day)), \(other.active.length)</option>
      """
  }

  private var delete: HTML {
    """
    <form method="post" action="\(path)/delete" data-keep="yes">
    \(fragment: page.frame.key("delete"))
    <p>It will no longer count in your stats. You can undo this.</p>
    <button class="danger wide">Delete</button>
    </form>
    """
  }
}
