import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The open sessions above the ended ones, each with its clock and linked to its own page.
struct RunningSessions {
  let frame: PageFrame
  let rows: [SessionRow]

  var html: HTML {
    """
    <section class="day now" aria-labelledby="now"><h2 id="now">Now</h2>
    <ul class="rows card">\(fragment: HTML(rows.map(item)))</ul></section>
    """
  }

  private func item(_ row: SessionRow) -> HTML {
    let timer = TimerState(row.timeline)
    let elapsed = timer.elapsed(at: frame.now)
    let state = timer.name == "running" ? row.kind.name.capitalizedFirst : "Paused"
    return """
      <li class="row \(Hue(row.kind).name)">\(fragment: Hue(row.kind).badge)<div>
      <a class="whole" href="\(row.openPath)"><strong><bdi>\(row.subject)</bdi></strong></a>
      <span class="quiet">\(state) since \(frame.clock.text(row.startedAt))</span></div>
      <time class="clock" datetime="PT\(elapsed.count / 1_000)S" data-elapsed="\(elapsed.count)" \
      data-state="\(timer.name)">\(elapsed.clockText)</time></li>
      """
  }
}
