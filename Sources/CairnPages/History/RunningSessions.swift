import Cairn
import CairnHTML
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
    let clock = SessionClock(row, in: frame)
    return """
      <li class="row \(Hue(row.kind).name)">\(fragment: Hue(row.kind).badge)<div>
      <a class="whole" href="\(row.openPath)"><strong><bdi>\(row.subject)</bdi></strong></a>
      \(fragment: clock.since)</div>
      \(fragment: clock.html)</li>
      """
  }
}
