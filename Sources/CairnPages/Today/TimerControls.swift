package import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// The controls of an open session of any kind: clock, pause, resume and discard.
package struct TimerControls {
  package let today: Today
  package let row: SessionRow
  /// A suffix of form names that distinguishes two cards.
  package var mark = ""

  private var timer: TimerState { TimerState(row.timeline) }
  private var elapsed: Milliseconds { timer.elapsed(at: today.now) }
  private var isRunning: Bool { timer.name == "running" }

  /// Returns the timer state, the title and the clock.
  package func header(_ doing: String, _ title: String, id: String) -> HTML {
    """
    <p class="state \(timer.name)">\(isRunning ? doing : "Paused")</p>
    <h2 id="\(id)"><bdi>\(title)</bdi></h2>
    <p class="elapsed"><time role="timer" datetime="PT\(elapsed.count / 1_000)S" \
    data-elapsed="\(elapsed.count)" data-state="\(timer.name)">\(elapsed.timerText)</time></p>
    \(fragment: elsewhere)
    """
  }

  /// The other device on which the session runs, with a button that moves it here.
  private var elsewhere: HTML? {
    let device = today.activeDevice[row.id] ?? .here
    let name = today.devices.name(of: device)
    guard isRunning,
      let words = device.since.flatMap({ device.text(since: today.clock.text($0), on: name) })
    else { return nil }
    return """
      <form method="post" action="\(row.path)/resume" \
      data-keep="yes" data-act="resume" data-about="\(row.id.record.text)">
      \(fragment: FormKey(today.key, "resume" + mark).html)
      <p><bdi>\(words).</bdi></p>
      <button class="wide">Continue here</button>
      </form>
      """
  }

  package var toggle: HTML {
    """
    <form method="post" action="\(row.path)/\(isRunning ? "pause" : "resume")" \
    data-keep="yes" data-act="\(isRunning ? "pause" : "resume")" data-about="\(row.id.record.text)">
    \(fragment: FormKey(today.key, (isRunning ? "pause" : "resume") + mark).html)
    <input type="hidden" name="back" value="\(today.frame.path == row.openPath ? row.openPath : "/")">
    <button class="wide" data-key="p">\(isRunning ? "Pause" : "Resume")</button>
    </form>
    """
  }

  package var discard: HTML {
    """
    <details class="discard">
    <summary>Discard this session</summary>
    <form method="post" action="\(row.path)/discard" \
    data-keep="yes" data-act="discard" data-about="\(row.id.record.text)">
    \(fragment: FormKey(today.key, "discard" + mark).html)
    <p>This removes the session. You can undo this.</p>
    <button class="danger">Discard</button>
    </form>
    </details>
    """
  }
}

/// The form that asks when a forgotten timer really stopped, with the probable time filled in.
package struct ForgottenTimerPrompt {
  package let forgotten: ForgottenTimer
  package let clock: WallClock
  /// The values of a rejected form.
  package let typed: FormValues?
  /// A suffix of the field name that distinguishes two cards.
  package var mark = ""

  package var html: HTML {
    """
    <fieldset class="question">
    <legend>The timer has run for \(forgotten.running.hoursAndMinutes). When did you stop?</legend>
    <div class="field"><label for="ended\(mark)">Stopped at</label>
    <input id="ended\(mark)" name="ended" type="datetime-local" required \
    value="\(typed?["ended"] ?? clock.field(forgotten.proposedEnd))"></div>
    <button class="wide primary" data-key="s">Use that time</button>
    <button class="wide" name="now" value="yes" formnovalidate>Keep the full time</button>
    </fieldset>
    """
  }
}

/// The question in place of the button to stop, asked once about a session under a minute.
package struct ConfirmShortSession {
  private let error: CairnError
  private let path: String

  /// Returns nil for any other error; `path` is the page on which the session keeps running.
  package init?(_ formError: FormError?, at path: String = "/") {
    guard let formError, formError.error.code == "session.too_short" else { return nil }
    (error, self.path) = (formError.error, path)
  }

  package var html: HTML {
    """
    <div class="question" role="alert"><p>\(error.message) \(error.hint)</p>
    <button class="wide primary" name="allow_short" value="yes" data-key="s" autofocus>Save anyway</button>
    <a class="button wide" href="\(path)">Keep it running</a></div>
    """
  }
}
