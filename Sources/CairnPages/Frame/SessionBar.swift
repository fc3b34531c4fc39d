import Cairn
import CairnHTML
import CairnReports

/// An open session on a page about something else: its clock, and buttons that pause it or lead to its end.
struct SessionBar {
  let frame: PageFrame
  let row: SessionRow

  private var clock: SessionClock { SessionClock(row, in: frame) }
  private var hue: Hue { Hue(row.kind) }

  var html: HTML {
    """
    <section class="bar \(hue.name)\(clock.isRunning ? "" : " paused")" aria-label="\(clock.state): \(row.subject)">
    <a href="\(row.openPath)">\(fragment: hue.badge)<span><b><bdi>\(row.subject)</bdi></b>
    \(fragment: clock.since)</span>
    \(fragment: clock.html)</a>
    \(fragment: toggle)
    <a class="round primary" href="\(row.endPath)" aria-label="Finish \(row.subject)">\(fragment: Icon.check.html)</a>
    </section>
    """
  }

  /// The form that pauses or resumes the session and comes back to this page.
  private var toggle: HTML {
    let (act, word) = clock.isRunning ? ("pause", "Pause") : ("resume", "Resume")
    return """
      <form method="post" action="\(row.path)/\(act)" data-keep="yes" data-act="\(act)" \
      data-about="\(row.id.record.text)">\(fragment: frame.key("bar-\(act)-\(ShortID(row.id.record).text)"))
      <input type="hidden" name="back" value="\(frame.path)">
      <button class="round" aria-label="\(word) \(row.subject)">\(fragment: (clock.isRunning ? Icon.pause : .play).html)</button></form>
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
