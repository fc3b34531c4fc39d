package import Cairn
package import CairnHTML
package import CairnReports

/// A notice that links to unresolved conflicts, of one record or of the whole log.
///
/// For the whole log it includes bulk deletions; it is empty if there are none.
package struct ConflictNotice {
  private let count: Int
  private let anchor: String
  private let deletions: BulkDeletionNotice?
  private let overlap: PossibleDuplicates

  /// Creates the notice.
  package init(
    count: Int,
    anchor: String,
    deletions: BulkDeletionNotice?,
    overlap: PossibleDuplicates
  ) {
    (self.count, self.anchor, self.deletions) = (count, anchor, deletions)
    self.overlap = overlap
  }

  package var html: HTML? {
    let parts = [deletions?.html, values, overlapNotice, duplicates].compactMap { $0 }
    return parts.isEmpty ? nil : HTML(parts)
  }

  private var overlapNotice: HTML? {
    let count = overlap.overlaps.count
    guard count > 0 else { return nil }
    let words = counted(count, "session overlaps", "sessions overlap")
    return """
      <p><a href="/conflicts#twice">\(words) another</a></p>
      """
  }

  private var duplicates: HTML? {
    let count = overlap.books.count
    guard count > 0 else { return nil }
    let words = counted(count, "possible duplicate")
    return """
      <p><a href="/conflicts#duplicates">\(words) on the shelf</a></p>
      """
  }

  private var values: HTML? {
    guard count > 0 else { return nil }
    let words = counted(count, "sync conflict")
    return """
      <p class="quiet"><a href="/conflicts\(anchor)">\(words)</a></p>
      """
  }
}

/// A notice of bulk deletions on other devices; empty if there are none.
package struct BulkDeletionNotice {
  private let deletions: [BulkDeletion]

  /// Creates the notice.
  package init(deletions: [BulkDeletion]) {
    self.deletions = deletions
  }

  package var html: HTML? { deletions.isEmpty ? nil : HTML(deletions.map(line)) }

  private func line(_ one: BulkDeletion) -> HTML {
    """
    <p><a href="/conflicts#deleted-\(one.shortID.text)">Deleted on another device: \
    \(one.summary)</a></p>
    """
  }
}
