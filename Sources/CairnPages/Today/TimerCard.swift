package import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The card of the open reading session.
package struct TimerCard {
  package let today: Today
  package let row: SessionRow

  private var controls: TimerControls { TimerControls(today: today, row: row) }

  package var html: HTML {
    """
    <section class="card timer \(Hue(row.kind).name)" aria-labelledby="timer">
    \(fragment: controls.header("Reading", row.title ?? row.kind.name, id: "timer"))
    <p class="quiet">\(since)</p>
    \(fragment: today.formError(at: .timer, of: row).map { alert($0.error) })
    \(fragment: today.forgotten[row.id] == nil ? controls.toggle : nil)
    \(fragment: StopReadingForm(today: today, row: row).html)
    \(fragment: controls.discard)
    </section>
    """
  }

  private var since: String {
    let started = "Started \(today.clock.text(row.startedAt))"
    guard let page = row.startPosition, page.unit == .page else { return started }
    return started + " · page \(page.value)"
  }
}

/// Returns an error message with its hint.
package func alert(_ error: CairnError, id: String = "problem") -> HTML {
  let hint = PeopleHints.hint(error.hint, error.code, else: "Correct it and try again.")
  return """
    <p class="error" id="\(id)" role="alert">\(error.message) \(hint)</p>
    """
}
