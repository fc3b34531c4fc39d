import Cairn
import CairnPages
import CairnReports
import CairnStore
import CairnSync

extension ConflictNotice {
  /// Reads the conflicts of one session, book, climb, story or author.
  init(of home: RecordID, _ log: Log) async throws {
    let lost = try await log.openConflicts(of: home)
    let anchor = lost.first.map { "#lost-\($0.shortID.text)" } ?? ""
    self.init(count: lost.count, anchor: anchor, deletions: nil, overlap: .none)
  }

  /// Reads the conflicts of the whole log.
  ///
  /// Searches only the 200 newest sessions for overlaps, so that the time does not grow with the log. The
  /// Conflicts page searches all sessions.
  init(_ log: Log, findsDuplicates: Bool = false) async throws {
    self.init(
      count: try await log.openConflictCount(),
      anchor: "",
      deletions: try await BulkDeletionNotice(log),
      overlap: findsDuplicates ? try await log.possibleDuplicates(among: 200) : .none
    )
  }
}

extension BulkDeletionNotice {
  init(_ log: Log) async throws {
    self.init(deletions: try await log.bulkDeletions())
  }
}
