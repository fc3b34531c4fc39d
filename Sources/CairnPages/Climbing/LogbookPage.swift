import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The Logbook page: climbing sessions and days with climbs outside sessions, newest first.
///
/// Each row opens a page; selected rows are exported or deleted together.
package struct LogbookPage {
  private let frame: PageFrame
  private let rows: [LogbookRow]
  private let next: LogbookCursor?
  private let zones: SessionZones
  private let formError: FormError?
  private let search: LogbookSearch
  /// The cursor in the address.
  private let before: String?
  private let isAllChosen: Bool

  /// Creates the page.
  package init(
    frame: PageFrame,
    rows: [LogbookRow],
    next: LogbookCursor?,
    zones: SessionZones,
    search: LogbookSearch,
    before: String?,
    isAllChosen: Bool,
    formError: FormError?
  ) {
    (self.frame, self.rows, self.next, self.zones) = (frame, rows, next, zones)
    (self.search, self.before, self.isAllChosen) = (search, before, isAllChosen)
    self.formError = formError
  }

  package var html: HTML {
    frame.page(
      "Logbook",
      in: .library,
      hue: .climbing,
      """
      <header class="head"><h1>Logbook</h1>\(fragment: LibraryTabs.html(at: "/logbook"))</header>
      \(fragment: formError.map { alert($0.error) })
      \(fragment: rows.isEmpty ? nil : search.field)
      \(fragment: search.isActive ? search.found : rows.isEmpty ? empty : list)
      \(fragment: search.isActive ? nil : next.map(older))
      """
    )
  }

  private var empty: HTML {
    EmptyState(
      "No climbing yet.",
      "Your climbing sessions and imported logbook days show up here with their climbs.",
      ("Start climbing", "/#climb"),
      ("Import a logbook", "/import")
    ).html
  }

  private var list: HTML {
    """
    <form class="logbook" method="post" action="/logbook" data-plain="yes">
    \(fragment: frame.key("logbook"))
    <p class="more"><a class="button" href="\(address(chosen: !isAllChosen))">\
    Select \(isAllChosen ? "none" : "all")</a></p>
    <ul class="rows card">\(fragment: HTML(rows.map(row)))</ul>
    <fieldset class="chosen"><legend>Selected</legend>
    <button name="do" value="csv">Export CSV</button>
    <button name="do" value="json">Export JSON</button>
    <button class="danger" name="do" value="delete">Delete</button></fieldset>
    </form>
    """
  }

  private func address(chosen: Bool) -> String {
    let path = before.map { "/logbook?before=\(PercentCoding.encoded($0))" } ?? "/logbook"
    return chosen ? ReturnPath.with("chosen", "all", path) : path
  }

  private func row(_ row: LogbookRow) -> HTML {
    let (box, date) = (row.box, CalendarText.day(row.day))
    let isChosen = isAllChosen || formError?.typed[box] != nil
    let time = start(of: row)
    return """
      <li class="row"><label class="tick"><input type="checkbox" name="\(box)" value="yes" \
      aria-label="Select \(row.name(time))"\(flag: "checked", isChosen)></label>
      <div><a class="whole" href="\(row.path)"><strong>\(date)</strong></a>
      <span class="quiet"><bdi>\(row.subject)</bdi></span>
      <span class="quiet">\([time, row.text].compactMap{ $0 }.joined(separator: " · "))</span></div>
      <span class="figure">\(row.timeline?.active(until: frame.clock.now).length ?? "")</span></li>

      """
  }

  private func start(of row: LogbookRow) -> String? {
    guard let start = row.timeline?.start, let zone = row.zone else { return nil }
    return zones.clock(zone, start).time(start)
  }

  private func older(_ next: LogbookCursor) -> HTML {
    NextPage("Older", "/logbook?before=\(PercentCoding.encoded(next.text))").html
  }
}

extension LogbookRow {
  /// The name of the row's check box.
  fileprivate var box: String {
    session.map { "s-\($0.record.text)" } ?? "d-\(LogbookDay(self).name)"
  }

  /// Returns the accessible name of the check box.
  fileprivate func name(_ time: String?) -> String {
    [CalendarText.day(day), time ?? place].compactMap { $0 }.joined(separator: ", ")
  }
}
