import Cairn
import CairnHTTP
import CairnStore

/// The open session: how long it has run, and what can be done with it.
struct TimerCard {
  let today: Today
  let row: SessionRow

  private var timer: TimerState { TimerState(row.timeline) }
  private var isRunning: Bool { timer.name == "running" }
  private var elapsed: Milliseconds { timer.elapsed(at: today.now) }
  private var path: String { "/sessions/\(row.id.record.text)" }

  var html: HTML {
    """
    <section class="card timer" aria-labelledby="timer">
    <p class="state \(timer.name)">\(isRunning ? "Reading" : "Paused")</p>
    <h2 id="timer"><bdi>\(row.title ?? row.kind.name)</bdi></h2>
    <p class="elapsed"><time role="timer" datetime="PT\(elapsed.count / 1_000)S" \
    data-elapsed="\(elapsed.count)" data-state="\(timer.name)">\(elapsed.clockText)</time></p>
    <p class="quiet">\(since)</p>
    \(fragment: today.mishap(at: .timer).map { alert($0.error) })
    \(fragment: toggle)
    \(fragment: StopForm(today: today, row: row, path: path).html)
    \(fragment: discard)
    </section>
    """
  }

  private var since: String {
    let started = "started \(today.clock.text(row.startedAt))"
    guard let page = row.startPosition, page.unit == .page else { return started }
    return started + " on page \(page.value)"
  }

  private var toggle: HTML {
    """
    <form method="post" action="\(path)/\(isRunning ? "pause" : "resume")">
    \(fragment: FormKey(today.key, isRunning ? "pause" : "resume").html)
    <button class="wide" data-key="p">\(isRunning ? "Pause" : "Resume")</button>
    </form>
    """
  }

  private var discard: HTML {
    """
    <details class="discard">
    <summary>Discard this session</summary>
    <form method="post" action="\(path)/discard">
    \(fragment: FormKey(today.key, "discard").html)
    <p>It will be as if it had never been started. You can take that back.</p>
    <button class="danger">Discard it</button>
    </form>
    </details>
    """
  }
}

/// A refusal beside what it is about.
func alert(_ error: CairnError, id: String = "problem") -> HTML {
  """
  <p class="error" id="\(id)" role="alert">\(error.message) \(error.hint)</p>
  """
}
