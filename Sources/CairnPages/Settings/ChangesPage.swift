import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The page of the activity log, newest first; each entry can be undone.
package struct ChangesPage {
  private let frame: PageFrame
  private let lines: [HistoryRow]
  private let devices: DeviceNames

  /// Creates the page.
  package init(frame: PageFrame, lines: [HistoryRow], devices: DeviceNames) {
    (self.frame, self.lines, self.devices) = (frame, lines, devices)
  }

  package var html: HTML {
    frame.page(
      "Activity log",
      in: .settings,
      """
      <header class="head"><h1>Activity log</h1></header>
      \(fragment: lines.isEmpty ? empty : list)
      """
    )
  }

  private var empty: HTML {
    EmptyState("No activity yet.", "", ("Start reading", "/")).html
  }

  private var list: HTML { "<ul class=\"rows card\">\(fragment: HTML(lines.map(row)))</ul>" }

  private func row(_ line: HistoryRow) -> HTML {
    let device = devices.other(line.node).map { ", on \($0)" } ?? ""
    let maker = line.isAutomatic ? ", automatic" : device
    return """
      <li class="row"><div><strong><bdi>\(line.title)</bdi></strong>
      <span class="quiet">\(frame.clock.text(line.at))\(maker)\(line.isInEffect ? "" : ", undone")</span></div>
      \(fragment: line.isInEffect && line.undoes == nil ? undo(line) : nil)</li>
      """
  }

  private func undo(_ line: HistoryRow) -> HTML {
    """
    <form method="post" action="/undo/\(line.id.text)">
    \(fragment: frame.key("undo-\(line.shortID.text)"))
    <input type="hidden" name="back" value="/changes">
    <button aria-label="Undo: \(line.title)">Undo</button></form>
    """
  }
}
