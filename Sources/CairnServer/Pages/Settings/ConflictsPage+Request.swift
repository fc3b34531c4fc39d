import Cairn
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore
import CairnSync

extension ConflictsPage {
  init(_ context: AuthenticatedContext, _ formError: (id: RecordID, error: CairnError)? = nil)
    async throws
  {
    if formError == nil { try context.allowQuery(["done"]) }
    let (frame, log) = (try await PageFrame(context), context.log)
    self.init(
      frame: frame,
      deletions: try await log.bulkDeletions(),
      conflicts: try await log.openConflicts().map { ConflictRow($0, frame.clock) },
      overlap: try await log.possibleDuplicates(),
      zones: SessionZones(context),
      devices: try await log.deviceNames(),
      formError: formError
    )
  }
}

extension ConflictRow {
  fileprivate init(_ view: ConflictView, _ clock: WallClock) {
    let texts = view.texts(clock.text)
    self.init(
      id: view.conflict.recordID,
      subject: view.session?.subject ?? view.about,
      path: view.path,
      session: view.session,
      field: view.field,
      choices: view.choices,
      texts: (texts.current, texts.lost),
      stamps: (view.currentStamp, view.conflict.stamp)
    )
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
