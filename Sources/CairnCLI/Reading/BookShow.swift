import Cairn
import CairnActions
import CairnReports
import CairnStore

extension CommandContext {
  /// A book in one line: `“Dune” by Frank Herbert (k3f9ab), read, 4.5 of 5`.
  func summary(_ row: EntryRow) -> String {
    let by = row.authors.map { " by \($0)" } ?? ""
    let at = row.displayedPosition.map { ", \($0.progress(of: row.pages))" } ?? ""
    let rating = row.rating.map { ", \(stars($0))" } ?? ""
    return "“\(row.title)”\(by) (\(row.shortID.text)), \(row.status.label)\(at)\(rating)".visible
  }

  /// Shows a book with all its details.
  func show(
    _ row: EntryRow,
    _ totals: EntryTotals,
    _ readings: [ReadingRow],
    _ editions: Int,
    _ annotations: Int
  ) {
    output.print(
      output.style.paint(row.title.visible, .title)
        + (row.authors.map { " by \($0.visible)" } ?? "")
    )
    let marked = annotations > 0 ? counted(annotations, "annotation") : nil
    let after = [
      ("read", read(totals)), ("marked", marked), ("notes", row.notes), ("review", row.review),
    ]
    for (name, value) in facts(row, editions) + dates(row, readings) + after {
      guard let value, !value.isEmpty else { continue }
      let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        output.print("  \((index == 0 ? name : "").padded(to: 9))\(String(line).visible)")
      }
    }
  }

  private func facts(_ row: EntryRow, _ editions: Int) -> [(String, String?)] {
    [
      ("id", row.shortID.text), ("series", row.series),
      ("appeared", row.firstYear.map { String($0) }),
      ("status", row.status.label + (row.isBorrowed ? ", borrowed" : "")),
      ("reason", row.status == .didNotFinish ? row.reason : nil),
      ("progress", row.displayedPosition?.progress(of: row.pages)),
      ("edition", edition(row, editions)),
      ("shelves", row.shelves?.replacing("\n", with: ", ")),
      ("tags", row.tags?.replacing("\n", with: ", ")),
      ("rating", row.rating.map(stars)),
    ]
  }

  private func edition(_ row: EntryRow, _ count: Int) -> String {
    let facts = [
      row.pages.map { counted($0, "page") }, row.format, row.publisher, row.year.map { String($0) },
      row.language, row.isbn.map { "ISBN \($0)" },
    ]
    return facts.compactMap(\.self).joined(separator: ", ") + (count > 1 ? " (1 of \(count))" : "")
  }

  /// `1h 05m in 2 sessions, 41 pages`.
  func read(_ totals: EntryTotals) -> String {
    let pages = counted(totals.pages, "page")
    return "\(text(totals.time)) in \(counted(totals.sessions, "session")), \(pages)"
  }

  /// Warns when the position in a book went back, or stayed because a later session set it.
  func report(_ bookmark: BookmarkOutcome?) {
    switch bookmark {
    case .movedBack(let from):
      output.warn("Note: your position moves back from \(from.label).")
    case .stays(let position):
      output.warn("Note: your position stays at \(position.label), set by a later session.")
    case nil: break
    }
  }

  /// Warns when a book no longer has a session that reaches its last page.
  func report(_ result: (Identifier<Entry>, Book.Finish)?, in log: Log) async throws {
    guard let (id, finish) = result, let row = try await log.book(id) else { return }
    let title = "“\(row.title.visible)”"
    switch finish {
    case .reopened:
      output.warn("Note: no session reaches the last page now, so \(title) is no longer finished.")
    case .keptByHand:
      let number = try await log.readings(of: id).last { $0.reading.outcome == .finished }?.number
      output.warn(
        "Note: \(title) stays finished, because you marked it so. Reopen it with "
          + "`cairn book reading \(row.shortID.text) \(number ?? 1) --outcome open`."
      )
    case .kept: break
    }
  }

  /// Reports that reaching the last page finished the book, or how to finish it by hand.
  func reportIfFinished(
    _ id: Identifier<Entry>,
    finished: Identifier<Entry>?,
    in log: Log
  ) async throws {
    guard let row = try await log.book(id), row.position?.isAtEnd == true else { return }
    if finished == id, !wantsData {
      output.info("  Last page: “\(row.title.visible)” is finished.")
    } else if row.status == .reading {
      output.warn(
        "Note: this is the last page. Mark the book as finished with "
          + "`cairn book status \(row.shortID.text) read`."
      )
    }
  }
}
