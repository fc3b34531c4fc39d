import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

/// The page of sync conflicts: each discarded value can be restored or dismissed.
struct ConflictsPage {
  private let frame: PageFrame
  private let deletions: [BulkDeletion]
  private let lost: [ConflictView]
  private let overlap: PossibleDuplicates
  private let zones: SessionZones
  private let devices: DeviceNames
  private let formError: (id: RecordID, error: CairnError)?

  init(_ context: AuthenticatedContext, _ formError: (id: RecordID, error: CairnError)? = nil)
    async throws
  {
    if formError == nil { try context.allowQuery(["done"]) }
    frame = try await PageFrame(context)
    deletions = try await context.log.bulkDeletions()
    lost = try await context.log.openConflicts()
    overlap = try await context.log.possibleDuplicates()
    (zones, devices) = (SessionZones(context), try await context.log.deviceNames())
    self.formError = formError
  }

  var html: HTML {
    frame.page(
      "Sync conflicts",
      in: .settings,
      """
      <header class="head"><h1>Sync conflicts</h1></header>
      \(fragment: HTML(deletions.map { BulkDeletionCard($0, devices, in: frame).html }))
      <p class="quiet">Two devices changed the same value before they synced. The later change counts, \
      and deleted items stay deleted. The other value is kept here until you use or discard it.</p>
      \(fragment: orphanedError.map { alert($0) })
      \(fragment: lost.isEmpty ? empty : HTML(lost.map(card)))
      \(fragment: PossibleDuplicateCards(overlap: overlap, zones: zones, frame: frame).html)
      """
    )
  }

  private var empty: HTML {
    EmptyState("No conflicts.", "", ("Back to settings", "/settings")).html
  }

  /// The error about a conflict that is no longer listed.
  private var orphanedError: CairnError? {
    guard let formError, !lost.contains(where: { $0.conflict.recordID == formError.id }) else {
      return nil
    }
    return formError.error
  }

  private func card(_ one: ConflictView) -> HTML {
    let (id, texts) = (one.conflict.recordID.text, one.texts(frame.clock.text))
    let (current, isDeletion) = (currentOrigin(one), one.isOfDeletion)
    return """
      <article class="card lost" id="lost-\(one.shortID.text)" aria-labelledby="of-\(one.shortID.text)">
      <h2 id="of-\(one.shortID.text)">\(fragment: name(one)): \(one.field)</h2>
      \(fragment: one.session.map { "<p class=\"quiet\">\(CalendarText.day($0.day)) · \(zones.timeRange($0))</p>" })
      \(fragment: formError.flatMap { $0.id == one.conflict.recordID ? alert($0.error) : nil })
      <dl class="facts"><div><dt>Current</dt><dd class="note"><bdi>\(texts.current)</bdi></dd>
      \(fragment: current.map { "<dd class=\"quiet\">\($0)</dd>" })</div>
      <div><dt>Other</dt><dd class="note"><bdi>\(texts.lost)</bdi></dd>
      <dd class="quiet">\(origin(one.conflict.stamp))</dd></div></dl>
      <div class="actions">\(fragment: form(one, "use-other", isDeletion ? "Restore" : "Use other", id))
      \(fragment: form(one, "keep-current", isDeletion ? "Keep deleted" : "Keep current", id))</div></article>
      """
  }

  private func name(_ one: ConflictView) -> HTML {
    let name: HTML = "<bdi>\(subject(one))</bdi>"
    return one.path.map { "<a href=\"\($0)\">\(fragment: name)</a>" } ?? name
  }

  private func subject(_ one: ConflictView) -> String { one.session?.subject ?? one.about }

  private func currentOrigin(_ one: ConflictView) -> String? { one.currentStamp.map(origin) }

  /// Returns `yesterday 20:40, on another device (Phone)`.
  private func origin(_ stamp: Stamp) -> String {
    let isThisDevice = stamp.node == devices.own
    let device = isThisDevice ? "here" : "on another device (\(devices[stamp.node]))"
    return "\(frame.clock.text(stamp.instant)), \(stamp.isAutomatic ? "automatic" : device)"
  }

  private func form(_ one: ConflictView, _ way: String, _ words: String, _ id: String) -> HTML {
    """
    <form method="post" action="/conflicts/\(id)/\(way)">
    \(fragment: frame.key("\(way)-\(one.shortID.text)"))
    <button aria-label="\(words): \(one.field) of \(subject(one))">\(words)</button></form>
    """
  }
}

extension ConflictView {
  /// The page of the record; nil if it has none.
  fileprivate var path: String? {
    guard let home else { return nil }
    let folder =
      switch home.kind {
      case Entry.recordKind: "books"
      case Climb.recordKind: "climbs"
      case Story.recordKind: "stories"
      case Author.recordKind: "authors"
      default: "sessions"
      }
    return "/\(folder)/\(home.id.text)"
  }
}
