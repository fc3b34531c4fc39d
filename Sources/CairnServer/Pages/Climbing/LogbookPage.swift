import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// The page Logbook: climbing sessions newest first, to be opened, or chosen and given out or
/// deleted together.
struct LogbookPage {
  private let frame: PageFrame
  private let rows: [SessionRow]
  private let next: SessionCursor?
  private let zones: SessionZones
  private let mishap: Mishap?

  private static let size = 50

  init(_ visit: Visit, _ mishap: Mishap? = nil) async throws {
    if mishap == nil { try visit.allowQuery(["before", "done"]) }
    frame = try await PageFrame(visit)
    zones = SessionZones(visit)
    var filter = SessionFilter(limit: Self.size + 1)
    filter.kind = Climbing.kind
    filter.before = try visit.target.query["before"].map(SessionCursor.init)?.place
    let found = try await visit.log.sessions(filter)
    rows = found.prefix(Self.size).filter { $0.endedAt != nil }
    next = found.count > Self.size ? found.prefix(Self.size).last.map { SessionCursor($0) } : nil
    self.mishap = mishap
  }

  // Climbs of a day, which belong to no session, will be listed between the sessions.
  var html: HTML {
    frame.page(
      "Logbook",
      in: .history,
      """
      <header class="head"><h1>Logbook</h1>\(fragment: HistoryTabs.html(nil))</header>
      \(fragment: mishap.map { alert($0.error) })
      \(fragment: rows.isEmpty ? empty : list)
      \(fragment: next.map(older))
      """
    )
  }

  private var empty: HTML {
    Empty(
      "No climbing sessions yet.",
      "Each session you end is listed here with its climbs.",
      ("Start climbing", "/#climb")
    ).html
  }

  private var list: HTML {
    """
    <form class="logbook" method="post" action="/logbook" data-plain="yes">
    \(fragment: frame.key("logbook"))
    <ul class="rows card">\(fragment: HTML(rows.map(row)))</ul>
    <fieldset class="chosen"><legend>With those you chose</legend>
    <button name="do" value="csv">Save as CSV</button>
    <button name="do" value="json">Save as JSON</button>
    <button class="danger" name="do" value="delete">Delete</button></fieldset>
    </form>
    """
  }

  private func row(_ row: SessionRow) -> HTML {
    let place = row.sitting.place.map { " · \($0)" } ?? ""
    let what = row.climbing?.discipline?.label ?? "climbing"
    let (date, time) = (CalendarText.day(row.day), zones.clock(row).time(row.startedAt))
    return """
      <li class="row"><label class="tick"><input type="checkbox" name="s-\(row.id.record.text)" value="yes" \
      aria-label="Choose \(date), \(time)"\(flag: "checked", mishap?.typed["s-\(row.id.record.text)"] != nil)></label>
      <div><a class="whole" href="\(row.path)"><strong>\(date)</strong></a>
      <span class="quiet"><bdi>\(what)\(place)</bdi></span>
      <span class="quiet">\(time) · \(row.climbing?.words ?? "")</span></div>
      <span class="figure">\(row.active.length)</span></li>

      """
  }

  private func older(_ next: SessionCursor) -> HTML {
    """
    <p class="more"><a class="button" href="/logbook?before=\(next.text)" rel="next">Older sessions</a></p>
    """
  }
}

extension Log {
  /// Whether anything was climbed.
  func hasClimbing() async throws -> Bool {
    var filter = SessionFilter(limit: 1)
    filter.kind = Climbing.kind
    return try await !sessions(filter).isEmpty
  }
}
