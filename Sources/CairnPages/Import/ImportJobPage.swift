package import CairnHTML
import CairnReports

/// The page of one import: its preview, progress or result.
package struct ImportJobPage {
  private let frame: PageFrame
  private let job: ImportJobView
  private let formError: FormError?

  /// Creates the page.
  package init(frame: PageFrame, job: ImportJobView, formError: FormError?) {
    (self.frame, self.job, self.formError) = (frame, job, formError)
  }

  package var html: HTML {
    frame.page(
      heading,
      in: .settings,
      isLive: job.state == .applying,
      """
      <header class="head"><h1>\(heading)</h1><p class="quiet">\(job.format)</p></header>
      \(fragment: formError.at(.work).map { alert($0.error) })
      \(fragment: content)
      """
    )
  }

  private var heading: String {
    switch job.state {
    case .planned: "Preview"
    case .applying: "Importing"
    case .applied: "Import complete"
    case .undone: "Import undone"
    default: job.isUnclear ? "Match columns" : "Import failed"
    }
  }

  private var content: HTML {
    switch job.state {
    case .applying: progress
    case .undone: undone
    case .failed: failed
    default:
      HTML([report.figures, actions, toReadOption, columns, report.lines].compactMap { $0 })
    }
  }

  private var report: ImportReportView { ImportReportView(job: job, clock: frame.clock) }

  private var columns: HTML? {
    guard let choices = job.columns, job.state == .planned || job.isUnclear else { return nil }
    return ImportColumns(job: job, choices: choices, formError: formError.at(.columns)).html
  }

  /// The question about `to-read` on its own; a file with columns asks it beside them.
  private var toReadOption: HTML? {
    guard let toReadOption = job.toReadOption, job.columns == nil, job.state == .planned else {
      return nil
    }
    return """
      <form class="card" method="post" action="\(job.path)">\(fragment: toReadOption)
      <button class="wide">Preview again</button></form>
      """
  }

  private var actions: HTML {
    job.state == .applied ? taken : waiting
  }

  private var waiting: HTML {
    let apply: HTML = """
      <form method="post" action="\(job.path)/apply"><button class="wide primary">Import</button></form>
      """
    return """
      <section class="card" aria-label="Actions">
      \(fragment: job.isUpToDate ? nothing : apply)
      \(fragment: drop("Cancel"))</section>
      """
  }

  private var nothing: HTML {
    guard let found = job.imported, !(found.skipped + found.issues).isEmpty else {
      return "<p>Everything in this file is already in your log.</p>"
    }
    return found.unchanged > 0
      ? "<p>Nothing new in this file. What was skipped is listed below.</p>"
      : "<p>Nothing in this file could be imported. The reasons are listed below.</p>"
  }

  private func drop(_ words: String) -> HTML {
    """
    <form method="post" action="\(job.path)/drop"><button class="wide">\(words)</button></form>
    """
  }

  private var taken: HTML {
    """
    <section class="card" aria-label="Actions">
    <p class="actions"><a class="button" href="/shelf">View shelf</a>
    <a class="button" href="/import">Import another file</a></p>
    \(fragment: job.entry == nil ? nil : undo)</section>
    """
  }

  private var undo: HTML {
    """
    <form class="form" method="post" action="\(job.path)/undo">
    \(fragment: formError == nil ? nil : keepChanged)
    <button class="wide danger">Undo import</button></form>
    """
  }

  private var keepChanged: HTML {
    """
    <label class="check"><input type="checkbox" name="keep" value="yes"> \
    Keep everything changed since the import</label>
    """
  }

  /// The progress, with a link that reloads the page without JavaScript.
  private var progress: HTML {
    """
    <section class="card" aria-label="Progress" data-again="yes">
    \(fragment: bar)
    <p class="quiet">You can leave this page. The import adds the whole file or nothing.</p>
    <p><a class="button" href="\(job.path)">Refresh</a></p></section>
    """
  }

  private var bar: HTML {
    guard let total = job.total else { return "<p>Reading the file…</p>" }
    return """
      <p class="meter"><progress max="\(total)" value="\(job.done)" \
      aria-label="\(job.done) of \(total)"></progress></p>
      <p>\(job.done) of \(total)</p>
      """
  }

  private var undone: HTML {
    EmptyState(
      "Your log is back to how it was.",
      "You can redo the import from the activity log.",
      ("View shelf", "/shelf"),
      ("Import another file", "/import")
    ).html
  }

  private var failed: HTML {
    guard !job.isUnclear else { return HTML([columns].compactMap { $0 }) }
    return """
      \(fragment: job.problem.map { alert($0) })
      <section class="card" aria-label="Actions">
      <form method="post" action="\(job.path)/apply"><button class="wide primary">Try again</button></form>
      \(fragment: drop("Cancel"))</section>
      """
  }
}

extension ImportJobView {
  /// Whether the log contains everything in the file already.
  fileprivate var isUpToDate: Bool {
    if let imported { return imported.added + imported.updated == 0 }
    if let merged { return merged.records + merged.mutations == 0 }
    return false
  }
}
