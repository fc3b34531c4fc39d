import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The card of the open listening session on the Today page.
package struct ListeningCard {
  package let today: Today
  package let row: SessionRow

  private var controls: TimerControls {
    TimerControls(today: today, row: row, mark: "-heard")
  }

  package var html: HTML {
    """
    <section class="card timer is-listen" aria-labelledby="listening">
    \(fragment: controls.header("Listening", row.subject, id: "listening"))
    <p class="quiet">\(since)</p>
    \(fragment: today.formError(at: .timer, of: row).map { alert($0.error) })
    \(fragment: today.forgotten[row.id] == nil ? controls.toggle : nil)
    \(fragment: StopListeningForm(today: today, row: row).html)
    \(fragment: controls.discard)
    </section>
    """
  }

  private var since: String {
    let start = row.listening?.startPosition.map { " · from \($0.clockText)" } ?? ""
    let speed = row.listening?.speed.map { " · \(SessionSummaryText.speed($0))" } ?? ""
    return "Started \(today.clock.text(row.startedAt))" + start + speed
  }
}

/// The form that stops the open listening session at a position; invalid input reappears
/// with its error.
package struct StopListeningForm {
  package let today: Today
  package let row: SessionRow

  private var formError: FormError? { today.formError(at: .listenEnd, of: row) }
  private var short: ConfirmShortSession? { ConfirmShortSession(formError) }
  /// The error that stands at the position; the one of a short session is a question instead.
  private var problem: FormError? { short == nil ? formError : nil }
  private var isAboutPosition: Bool {
    ["request.field", "listening.invalid_position", "listening.beyond_end"].contains(
      formError?.error.code
    )
  }

  package var html: HTML {
    """
    <form class="stop" method="post" action="\(row.path)/heard" \
    data-keep="yes" data-act="stop" data-about="\(row.id.record.text)">
    \(fragment: FormKey(today.key, "heard").html)
    \(fragment: OriginalValues.html(["note"], formError?.typed) { _ in row.note ?? "" })
    <div class="field">
    <label for="position">Current position</label>
    <div class="inline"><input id="position" name="position" autocomplete="off" placeholder="1:02:03" \
    value="\(formError?.typed["position"] ?? currentPosition)" aria-invalid="\(isAboutPosition ? "true" : "false")" \
    aria-describedby="\(problem == nil ? "" : "heard-problem")"\(flag: "autofocus", problem != nil)>
    \(fragment: row.listening?.duration.map { "<span class=\"quiet\">of \($0.clockText)</span>" })</div>
    \(fragment: problem.map { alert($0.error, id: "heard-problem") })
    </div>
    <label class="check"><input type="checkbox" name="completed" value="yes"\(flag: "checked", formError?.typed["completed"] == "yes")> \
    Finished it</label>
    <div class="field">
    <label for="heard-note">Note</label>
    <textarea id="heard-note" name="note" rows="2">\n\(formError?.typed["note"] ?? row.note ?? "")</textarea>
    </div>
    \(fragment: short?.html ?? question ?? "<button class=\"wide primary\" data-key=\"s\">Stop</button>")
    </form>
    """
  }

  private var question: HTML? {
    today.forgotten[row.id].map { forgotten in
      let typed = formError?.typed
      return ForgottenTimerPrompt(
        forgotten: forgotten,
        clock: today.clock,
        typed: typed,
        mark: "-heard"
      ).html
    }
  }

  /// The expected position from the elapsed time and the speed; empty if the start position is unknown.
  private var currentPosition: String {
    guard let listening = row.listening, let start = listening.startPosition else { return "" }
    let ran = row.timeline.active(until: today.now)
    let position = start + Milliseconds(proportion(ran.count, listening.speed ?? 100, 100))
    return (listening.duration.map { min($0, position) } ?? position).clockText
  }
}
