import Cairn
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore
import CairnAccounts
import CairnTransfer

/// The page of one import: its preview, progress or result.
struct ImportJobPage {
  private let frame: PageFrame
  private let job: ImportJobState
  private let formError: FormError?

  init(_ context: AuthenticatedContext, _ job: ImportJobState, _ formError: FormError? = nil)
    async throws
  {
    frame = try await PageFrame(context)
    (self.job, self.formError) = (job, formError)
  }

  var html: HTML {
    frame.page(
      heading,
      in: .settings,
      isLive: job.state == .applying,
      """
      <header class="head"><h1>\(heading)</h1><p class="quiet">\(job.format.text)</p></header>
      \(fragment: formError.flatMap { $0.formID == .work ? alert($0.error) : nil })
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
    default: job.isUnclear ? "Match the columns" : "Import failed"
    }
  }

  private var content: HTML {
    switch job.state {
    case .applying: progress
    case .undone: undone
    case .failed: failed
    default:
      HTML([report.figures, actions, toReadOption, columns, report.lines].compactMap(\.self))
    }
  }

  private var report: ImportReportView { ImportReportView(job: job, clock: frame.clock) }

  private var columns: HTML? {
    guard !job.columns.isEmpty, job.state == .planned || job.isUnclear else { return nil }
    let own = formError.flatMap { $0.formID == .columns ? $0 : nil }
    return ImportColumns(job: job, formError: own).html
  }

  /// The question about `to-read` on its own; a file with columns asks it beside them.
  private var toReadOption: HTML? {
    guard let toReadOption = job.toReadOption, job.columns.isEmpty, job.state == .planned else {
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
    guard let found = job.outcome.imported, !(found.skipped + found.issues).isEmpty else {
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
    \(fragment: job.outcome.entry == nil ? nil : undo)</section>
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
    guard !job.isUnclear else { return HTML([columns].compactMap(\.self)) }
    return """
      \(fragment: job.problem.map { alert($0) })
      <section class="card" aria-label="Actions">
      <form method="post" action="\(job.path)/apply"><button class="wide primary">Try again</button></form>
      \(fragment: drop("Cancel"))</section>
      """
  }
}

extension ImportJobState {
  /// Whether the log contains everything in the file already.
  fileprivate var isUpToDate: Bool {
    if let imported = outcome.imported { return imported.added + imported.updated == 0 }
    if let merged = outcome.merged { return merged.records + merged.mutations == 0 }
    return false
  }
}
