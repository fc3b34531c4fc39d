import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// What the card of an open session has whatever its kind: its clock, pause and resume, discard.
struct TimerControls {
  let today: Today
  let row: SessionRow
  /// Follows the names of its forms, so that those of two cards are told apart.
  var mark = ""

  private var timer: TimerState { TimerState(row.timeline) }
  private var elapsed: Milliseconds { timer.elapsed(at: today.now) }
  private var isRunning: Bool { timer.name == "running" }

  /// What is being done, its title, and the clock.
  func face(_ doing: String, _ title: String, id: String) -> HTML {
    """
    <p class="state \(timer.name)">\(isRunning ? doing : "Paused")</p>
    <h2 id="\(id)"><bdi>\(title)</bdi></h2>
    <p class="elapsed"><time role="timer" datetime="PT\(elapsed.count / 1_000)S" \
    data-elapsed="\(elapsed.count)" data-state="\(timer.name)">\(elapsed.clockText)</time></p>
    \(fragment: elsewhere)
    """
  }

  /// Where it goes on when that is another device, and how it comes here.
  private var elsewhere: HTML? {
    let place = today.whereabouts[row.id] ?? .here
    let name = today.devices.name(of: place)
    guard isRunning,
      let words = place.since.flatMap({ place.words(since: today.clock.text($0), on: name) })
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

  var toggle: HTML {
    """
    <form method="post" action="\(row.path)/\(isRunning ? "pause" : "resume")" \
    data-keep="yes" data-act="\(isRunning ? "pause" : "resume")" data-about="\(row.id.record.text)">
    \(fragment: FormKey(today.key, (isRunning ? "pause" : "resume") + mark).html)
    <button class="wide" data-key="p">\(isRunning ? "Pause" : "Resume")</button>
    </form>
    """
  }

  var discard: HTML {
    """
    <details class="discard">
    <summary>Discard this session</summary>
    <form method="post" action="\(row.path)/discard" \
    data-keep="yes" data-act="discard" data-about="\(row.id.record.text)">
    \(fragment: FormKey(today.key, "discard" + mark).html)
    <p>It will be as if it had never been started. You can take that back.</p>
    <button class="danger">Discard it</button>
    </form>
    </details>
    """
  }
}

/// Asks when a timer that ran for half a day really ended; any time can be given, the likely one is there.
struct ForgottenQuestion {
  let forgotten: ForgottenTimer
  let clock: WallClock
  /// What was typed before.
  let typed: FormValues?
  /// Follows the name of the field, so that those of two cards are told apart.
  var mark = ""

  var html: HTML {
    """
    <fieldset class="question">
    <legend>The timer has run for \(forgotten.running.hoursAndMinutes). When did you stop?</legend>
    <div class="field"><label for="ended\(mark)">Stopped at</label>
    <input id="ended\(mark)" name="ended" type="datetime-local" required \
    value="\(typed?["ended"] ?? clock.field(forgotten.proposedEnd))"></div>
    <button class="wide primary" data-key="s">Stop then</button>
    <button class="wide" name="now" value="yes" formnovalidate>Just now: keep all of it</button>
    </fieldset>
    """
  }
}

/// A session under a minute is kept only when the person says so.
struct KeepShort {
  let html: HTML = """
    <label class="check"><input type="checkbox" name="short" value="yes"> Keep it all the same\
    </label>
    """
}
