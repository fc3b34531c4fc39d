package import Cairn
package import CairnHTML
import CairnInsights
package import CairnReports

/// The page of sync conflicts: each discarded value can be restored or dismissed.
package struct ConflictsPage {
  private let frame: PageFrame
  private let deletions: [BulkDeletion]
  private let conflicts: [ConflictRow]
  private let overlap: PossibleDuplicates
  private let zones: SessionZones
  private let devices: DeviceNames
  private let formError: (id: RecordID, error: CairnError)?

  /// Creates the page; `formError` is that of a form about the conflict with this id.
  package init(
    frame: PageFrame,
    deletions: [BulkDeletion],
    conflicts: [ConflictRow],
    overlap: PossibleDuplicates,
    zones: SessionZones,
    devices: DeviceNames,
    formError: (id: RecordID, error: CairnError)?
  ) {
    (self.frame, self.deletions, self.conflicts) = (frame, deletions, conflicts)
    (self.overlap, self.zones, self.devices) = (overlap, zones, devices)
    self.formError = formError
  }

  package var html: HTML {
    frame.page(
      "Sync conflicts",
      in: .settings,
      """
      <header class="head"><h1>Sync conflicts</h1></header>
      \(fragment: HTML(deletions.map { BulkDeletionCard($0, devices, in: frame).html }))
      <p class="quiet">Two devices changed the same value before they synced. The later change counts, \
      and deleted items stay deleted. The other value is kept here until you use or discard it.</p>
      \(fragment: orphanedError.map { alert($0) })
      \(fragment: conflicts.isEmpty ? empty : HTML(conflicts.map(card)))
      \(fragment: PossibleDuplicateCards(overlap: overlap, zones: zones, frame: frame).html)
      """
    )
  }

  private var empty: HTML {
    EmptyState("No conflicts.", "", ("Back to settings", "/settings")).html
  }

  /// The error about a conflict that is no longer listed.
  private var orphanedError: CairnError? {
    guard let formError, !conflicts.contains(where: { $0.id == formError.id }) else {
      return nil
    }
    return formError.error
  }

  private func card(_ one: ConflictRow) -> HTML {
    let shortID = ShortID(one.id).text
    return """
      <article class="card lost" id="lost-\(shortID)" aria-labelledby="of-\(shortID)">
      <h2 id="of-\(shortID)">\(fragment: name(one)): \(one.field)</h2>
      \(fragment: one.session.map { "<p class=\"quiet\">\(CalendarText.day($0.day)) · \(zones.timeRange($0))</p>" })
      \(fragment: formError.flatMap { $0.id == one.id ? alert($0.error) : nil })
      <dl class="facts"><div><dt>Current</dt><dd class="note"><bdi>\(one.current)</bdi></dd>
      \(fragment: one.currentStamp.map { "<dd class=\"quiet\">\(origin($0))</dd>" })</div>
      <div><dt>Other</dt><dd class="note"><bdi>\(one.other)</bdi></dd>
      <dd class="quiet">\(origin(one.otherStamp))</dd></div></dl>
      <div class="actions">\(fragment: form(one, "use-other", one.choices.use))
      \(fragment: form(one, "keep-current", one.choices.keep))</div></article>
      """
  }

  private func name(_ one: ConflictRow) -> HTML {
    let name: HTML = "<bdi>\(one.subject)</bdi>"
    return one.path.map { "<a href=\"\($0)\">\(fragment: name)</a>" } ?? name
  }

  /// Returns `yesterday 20:40, on another device (Phone)`.
  private func origin(_ stamp: Stamp) -> String {
    let isThisDevice = stamp.node == devices.own
    let device = isThisDevice ? "here" : "on another device (\(devices[stamp.node]))"
    return "\(frame.clock.text(stamp.instant)), \(stamp.isAutomatic ? "automatic" : device)"
  }

  private func form(_ one: ConflictRow, _ way: String, _ words: String) -> HTML {
    """
    <form method="post" action="/conflicts/\(one.id.text)/\(way)">
    \(fragment: frame.key("\(way)-\(ShortID(one.id).text)"))
    <button aria-label="\(words): \(one.field) of \(one.subject)">\(words)</button></form>
    """
  }
}
