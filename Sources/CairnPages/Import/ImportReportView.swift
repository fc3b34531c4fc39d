import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The contents of an import: counts, and each new item and issue.
struct ImportReportView {
  let job: ImportJobView
  let clock: WallClock

  /// The maximum number of rows shown in each list.
  private static let rowLimit = 200

  private var isPlanned: Bool { job.state == .planned }

  var figures: HTML {
    if let merged = job.merged { return figures(of: merged) }
    guard let found = job.imported else { return HTML() }
    let kept = found.kept > 0 ? "\(found.kept) of your own values kept" : ""
    return """
      <dl class="tiles">
      \(fragment: Tile(found.added, "new", addedByKind(found)).html)
      \(fragment: Tile(found.updated, "changed", kept).html)
      \(fragment: Tile(found.unchanged, "unchanged").html)
      </dl>
      \(fragment: isPlanned ? found.bookSummary.map(books) : nil)
      """
  }

  private func books(_ words: String) -> HTML { "<p class=\"quiet\">Books: \(words).</p>" }

  private func figures(of merged: LogMergeReport) -> HTML {
    """
    <dl class="tiles">
    \(fragment: Tile(merged.records, "records").html)
    \(fragment: Tile(merged.mutations, "history entries").html)
    \(fragment: Tile(merged.known, "already there").html)
    </dl>
    """
  }

  /// Returns `1 book, 12 sessions`.
  private func addedByKind(_ found: ImportResult) -> String {
    ["book", "story", "session", "annotation", "climb"].compactMap { name in
      let many = name == "story" ? "stories" : "\(name)s"
      return found.addedByKind[name].map { "\($0) \($0 == 1 ? name : many)" }
    }.joined(separator: ", ")
  }

  var lines: HTML {
    let found = job.imported
    let merged = job.merged
    let unreadable = merged?.unreadable.map { ImportIssue(line: nil, message: $0) } ?? []
    return """
      \(fragment: issues("left", "Skipped", (found?.skipped ?? []) + (merged?.skipped ?? [])))
      \(fragment: issues("ended", "End time added", merged?.ended ?? []))
      \(fragment: issues("lines", "Lines we couldn’t read", (found?.issues ?? []) + unreadable))
      \(fragment: found.flatMap { items($0.items, of: $0.added + $0.updated) })
      """
  }

  private func issues(_ id: String, _ title: String, _ all: [ImportIssue]) -> HTML? {
    guard !all.isEmpty else { return nil }
    return """
      <section aria-labelledby="\(id)"><h2 id="\(id)">\(title) <span class="quiet">\(all.count)</span></h2>
      <ul class="rows card">\(fragment: HTML(all.prefix(Self.rowLimit).map(row)))</ul>
      \(fragment: more(all.count))</section>
      """
  }

  private func row(_ issue: ImportIssue) -> HTML {
    """
    <li class="row"><div><bdi>\(issue.message.formattingInstants(clock.text))</bdi></div>
    \(fragment: linePosition(issue.line))</li>
    """
  }

  private func items(_ items: [ImportResult.Item], of count: Int) -> HTML? {
    guard !items.isEmpty else { return nil }
    return """
      <section aria-labelledby="items"><h2 id="items">\(isPlanned ? "Will be added" : "Added")</h2>
      <ul class="rows card">\(fragment: HTML(items.prefix(Self.rowLimit).map(row)))</ul>
      \(fragment: more(count))</section>
      """
  }

  private func row(_ item: ImportResult.Item) -> HTML {
    let what = item.changes.isEmpty ? "new \(item.kindName)" : item.changes.joined(separator: ", ")
    return """
      <li class="row"><div><strong><bdi>\(item.title.formattingInstants(clock.text))</bdi></strong>
      <span class="quiet">\(what)</span></div>\(fragment: linePosition(item.line))</li>
      """
  }

  private func linePosition(_ line: Int?) -> HTML? {
    line.map { "<span class=\"quiet figure\">line \($0)</span>" }
  }

  private func more(_ count: Int) -> HTML? {
    count > Self.rowLimit ? "<p class=\"quiet more\">And \(count - Self.rowLimit) more.</p>" : nil
  }
}
