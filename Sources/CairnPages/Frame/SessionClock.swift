import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The state and the clock of an open session, which the page's script ticks.
struct SessionClock {
  private let row: SessionRow
  private let frame: PageFrame
  private let timer: TimerState

  init(_ row: SessionRow, in frame: PageFrame) {
    (self.row, self.frame, timer) = (row, frame, TimerState(row.timeline))
  }

  var isRunning: Bool { timer.name == "running" }

  /// The name of its kind, or that it is paused.
  var state: String { isRunning ? row.kind.name.capitalizedFirst : "Paused" }

  /// The state with the start of the session.
  var since: HTML {
    """
    <span class="quiet">\(state) since \(frame.clock.text(row.startedAt))</span>
    """
  }

  var html: HTML {
    let elapsed = timer.elapsed(at: frame.now)
    return """
      <time class="clock" datetime="PT\(elapsed.count / 1_000)S" data-elapsed="\(elapsed.count)" \
      data-state="\(timer.name)">\(elapsed.timerText)</time>
      """
  }
}
