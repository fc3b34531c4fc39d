import Cairn
import CairnHTML
import CairnReports

/// The readings of a book, newest first, each with a form that edits its dates.
struct ReadingCards {
  let page: BookPage

  var html: HTML {
    """
    <section aria-labelledby="readings"><h2 id="readings">Reads</h2>
    <div class="stack">
    \(fragment: HTML(page.readings.reversed().map(card)))
    \(fragment: again)
    </div></section>
    """
  }

  private func card(_ row: ReadingRow) -> HTML {
    let (reading, name) = (row.reading, ReadThrough.name(row.number ?? 0))
    let all: [(String, String?)] = [
      ("Started", reading.started.map(CalendarText.date)),
      ("Finished", reading.finished.map(CalendarText.date)),
      ("Stopped", reading.stopped.map(CalendarText.date)),
      ("Read in", reading.days.map(Self.days)),
      ("Time", row.totals.sessions > 0 ? row.totals.time.length : nil),
      ("Rating", reading.rating.map { "\(($0 * 25).hundredthsText) of 5" }),
      ("Reason", reading.reason),
    ]
    let formError = page.formError.flatMap {
      $0.typed["reading"] == reading.id.record.text ? $0 : nil
    }
    return """
      <article class="card reading" aria-label="\(name)">
      <h3>\(name) <span class="state">\(Self.outcome(reading))</span></h3>
      \(fragment: DescriptionList(all).html)
      \(fragment: ReadingForms(page: page, row: row, formError: formError).html)
      </article>
      """
  }

  private static func days(_ days: Int32) -> String {
    days < 2 ? "one day" : "\(days) days"
  }

  private static func outcome(_ reading: ReadThrough) -> String {
    switch reading.outcome {
    case nil: "In progress"
    case .finished: "Finished"
    case .gaveUp: "Did not finish"
    default: "Reset"
    }
  }

  private var again: HTML {
    """
    <details class="sheet card"><summary>Add a past read</summary>
    <form method="post" action="\(page.book.path)/readings" data-keep="yes">
    \(fragment: page.frame.key("again"))
    <div class="pair">
    \(fragment: Field.text("started", "Started", "", hint: "unknown"))
    \(fragment: Field.text("finished", "Finished", "", hint: "2019-06"))
    </div>
    <p class="quiet">A day, a month or a year: 2025-03-05, 2025-03, 2025.</p>
    <button class="wide">Add</button></form></details>
    """
  }
}

/// The form that edits or deletes one reading.
struct ReadingForms {
  let page: BookPage
  let row: ReadingRow
  let formError: FormError?

  private var id: String { row.reading.id.record.text }
  private var path: String { "\(page.book.path)/readings/\(id)" }

  var html: HTML {
    """
    <details class="sheet inner"\(flag: "open", formError != nil)><summary>Edit dates</summary>
    <form method="post" action="\(path)" data-keep="yes">
    <button hidden>Save</button>
    \(fragment: page.frame.key("dates-\(row.shortID.text)"))
    <input type="hidden" name="reading" value="\(id)">
    \(fragment: formError.map { alert($0.error, id: "problem-\(row.shortID.text)") })
    \(fragment: date("started", "Started", row.reading.started))
    \(fragment: row.reading.outcome == nil || row.reading.outcome == .finished
      ? date("finished", "Finished", row.reading.finished) : date("stopped", "Stopped", row.reading.stopped))
    <p class="quiet">A day, a month or a year: 2025-03-05, 2025-03, 2025.</p>
    \(fragment: rating)
    <button class="wide primary">Save</button>
    </form>
    <form method="post" action="\(path)/delete" data-keep="yes">
    \(fragment: page.frame.key("delete-\(row.shortID.text)"))
    <button class="wide danger">Delete this read</button>
    </form>
    </details>
    """
  }

  private func date(_ name: String, _ label: String, _ value: PartialDay?) -> HTML {
    let field = "\(name)-\(row.shortID.text)"
    return """
      \(fragment: OriginalValues.html([name], formError?.typed) { _ in value?.text ?? "" })
      <div class="field"><label for="\(field)">\(label)</label>
      <div class="inline long"><input id="\(field)" name="\(name)" autocomplete="off" \
      placeholder="unknown" value="\(formError?.typed[name] ?? value?.text ?? "")">
      <button name="clear" value="\(name)" aria-label="Clear \(label.lowercased())">Clear</button></div></div>
      """
  }

  private var rating: HTML {
    let field = "rating-\(row.shortID.text)"
    let own = row.reading.rating.map { String($0) } ?? ""
    let chosen = formError?.typed["rating"] ?? own
    let options = ([nil] + Entry.ratings.reversed().map { Optional($0) }).map { quarters -> HTML in
      """
      <option value="\(quarters.map { String($0) } ?? "")"\
      \(flag: "selected", (quarters.map { String($0) } ?? "") == chosen)>\
      \(quarters.map { "\(($0 * 25).hundredthsText) of 5" } ?? "none")</option>
      """
    }
    return """
      \(fragment: OriginalValues.html(["rating"], formError?.typed) { _ in own })
      <div class="field"><label for="\(field)">Rating</label>
      <select id="\(field)" name="rating">\(fragment: HTML(options))</select></div>
      """
  }
}
