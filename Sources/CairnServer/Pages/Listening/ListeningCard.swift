import Cairn
import CairnHTTP
import CairnStore

/// The open listening session on the page Today: how long it has run, and what can be done with it.
struct ListeningCard {
  let today: Today
  let row: SessionRow

  private var timer: TimerState { TimerState(row.timeline) }
  private var isRunning: Bool { timer.name == "running" }
  private var elapsed: Milliseconds { timer.elapsed(at: today.now) }

  var html: HTML {
    """
    <section class="card timer" aria-labelledby="listening">
    <p class="state \(timer.name)">\(isRunning ? "Listening" : "Paused")</p>
    <h2 id="listening"><bdi>\(row.subject)</bdi></h2>
    <p class="elapsed"><time role="timer" datetime="PT\(elapsed.count / 1_000)S" \
    data-elapsed="\(elapsed.count)" data-state="\(timer.name)">\(elapsed.clockText)</time></p>
    <p class="quiet">\(since)</p>
    \(fragment: today.mishap(at: .timer).flatMap { today.isOpen(Reading.kind) ? nil : alert($0.error) })
    \(fragment: toggle)
    \(fragment: ListeningEnd(today: today, row: row).html)
    \(fragment: discard)
    </section>
    """
  }

  private var since: String {
    let place = row.listening?.startPosition.map { ", from \($0.clockText)" } ?? ""
    let speed = row.listening?.speed.map { ", \(Listening.speedText($0))" } ?? ""
    return "started \(today.clock.text(row.startedAt))" + place + speed
  }

  private var toggle: HTML {
    """
    <form method="post" action="\(row.path)/\(isRunning ? "pause" : "resume")">
    \(fragment: FormKey(today.key, isRunning ? "pause-heard" : "resume-heard").html)
    <button class="wide" data-key="p">\(isRunning ? "Pause" : "Resume")</button>
    </form>
    """
  }

  private var discard: HTML {
    """
    <details class="discard">
    <summary>Discard this session</summary>
    <form method="post" action="\(row.path)/discard">
    \(fragment: FormKey(today.key, "discard-heard").html)
    <p>It will be as if it had never been started. You can take that back.</p>
    <button class="danger">Discard it</button>
    </form>
    </details>
    """
  }
}

/// Ends the open listening session where the listener is; what was typed wrongly is shown again
/// beside its reason.
struct ListeningEnd {
  let today: Today
  let row: SessionRow

  private var mishap: Mishap? { today.mishap(at: .listenEnd) }
  private var isShort: Bool { mishap?.error.code == "session.too_short" }
  private var isAboutPlace: Bool {
    ["request.field", "listening.invalid_position", "listening.beyond_end"].contains(
      mishap?.error.code
    )
  }

  var html: HTML {
    """
    <form class="stop" method="post" action="\(row.path)/heard">
    \(fragment: FormKey(today.key, "heard").html)
    \(fragment: today.forgottenListening.map(question))
    <div class="field">
    <label for="to">Where you are in the audio</label>
    <div class="inline"><input id="to" name="to" autocomplete="off" placeholder="1:02:03" \
    value="\(mishap?.typed["to"] ?? place)" aria-invalid="\(isAboutPlace ? "true" : "false")" \
    aria-describedby="\(mishap == nil ? "" : "heard-problem")"\(flag: "autofocus", mishap != nil)>
    \(fragment: row.listening?.duration.map { "<span class=\"quiet\">of \($0.clockText)</span>" })</div>
    \(fragment: mishap.map { alert($0.error, id: "heard-problem") })
    </div>
    <label class="check"><input type="checkbox" name="heard" value="yes"\(flag: "checked", mishap?.typed["heard"] == "yes")> \
    I heard it to the end</label>
    <div class="field">
    <label for="heard-note">Note</label>
    <textarea id="heard-note" name="note" rows="2">\(mishap?.typed["note"] ?? row.note ?? "")</textarea>
    </div>
    \(fragment: isShort ? keepShort : nil)
    \(fragment: today.forgottenListening == nil ? "<button class=\"wide primary\" data-key=\"s\">Stop</button>" : nil)
    </form>
    """
  }

  /// Where the listener must be by now if nothing was skipped, at the speed that was said; empty
  /// while it is not known where they began.
  private var place: String {
    guard let heard = row.listening, let start = heard.startPosition else { return "" }
    let ran = row.timeline.active(until: today.now)
    let place = start + Milliseconds(proportion(ran.count, heard.speed ?? 100, 100))
    return (heard.duration.map { min($0, place) } ?? place).clockText
  }

  private var keepShort: HTML {
    """
    <label class="check"><input type="checkbox" name="short" value="yes"> Keep it all the same\
    </label>
    """
  }

  /// Asks when a timer that ran for half a day really ended.
  private func question(_ forgotten: ForgottenTimer) -> HTML {
    """
    <fieldset class="question">
    <legend>The timer has run for \(forgotten.running.hoursAndMinutes). When did you stop?</legend>
    <button class="wide primary" name="at" value="\(forgotten.proposedEnd.text)">\
    Probably \(today.clock.text(forgotten.proposedEnd))</button>
    <button class="wide" name="now" value="yes">Just now: keep all of it</button>
    </fieldset>
    """
  }
}
