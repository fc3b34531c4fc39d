import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// An open session on a page about something else: its clock, and buttons that pause it or lead to its end.
struct SessionBar {
  let frame: PageFrame
  let row: SessionRow

  private var timer: TimerState { TimerState(row.timeline) }
  private var elapsed: Milliseconds { timer.elapsed(at: frame.now) }
  private var isRunning: Bool { timer.name == "running" }
  private var hue: Hue { Hue(row.kind) }

  var html: HTML {
    """
    <section class="bar \(hue.name)\(isRunning ? "" : " paused")" aria-label="\(state): \(row.subject)">
    <a href="\(row.openPath)">\(fragment: hue.badge)<span><b><bdi>\(row.subject)</bdi></b>
    <span class="quiet">\(state) since \(frame.clock.text(row.startedAt))</span></span>
    <time class="clock" datetime="PT\(elapsed.count / 1_000)S" data-elapsed="\(elapsed.count)" \
    data-state="\(timer.name)">\(elapsed.clockText)</time></a>
    \(fragment: toggle)
    <a class="round primary" href="\(row.endPath)" aria-label="Finish \(row.subject)">\(fragment: Icon.check.html)</a>
    </section>
    """
  }

  private var state: String { isRunning ? row.kind.name.capitalizedFirst : "Paused" }

  /// The form that pauses or resumes the session and comes back to this page.
  private var toggle: HTML {
    let (act, word) = isRunning ? ("pause", "Pause") : ("resume", "Resume")
    return """
      <form method="post" action="\(row.path)/\(act)" data-keep="yes" data-act="\(act)" \
      data-about="\(row.id.record.text)">\(fragment: frame.key("bar-\(act)-\(ShortID(row.id.record).text)"))
      <input type="hidden" name="back" value="\(frame.path)">
      <button class="round" aria-label="\(word) \(row.subject)">\(fragment: (isRunning ? Icon.pause : .play).html)</button></form>
      """
  }
}

extension SessionRow {
  /// The page that an open session has to itself.
  var openPath: String { kind == Climbing.kind ? path : path + "/focus" }

  /// The field to fill in before it stops.
  fileprivate var endPath: String {
    let field = [Reading.kind: "#page", Listening.kind: "#position", Climbing.kind: "#end"][kind]
    return openPath + (field ?? "")
  }
}
