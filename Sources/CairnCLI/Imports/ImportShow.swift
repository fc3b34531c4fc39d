import Cairn
import CairnJSON
import CairnReports
import CairnStore
import CairnTransfer

extension CommandContext {
  /// Applies a plan with a progress bar and shows the result.
  func apply(_ plan: ImportPlan, to log: Log, isDry: Bool) async throws -> ExitCode {
    let (progress, count) = (LogProgress("Importing", self), plan.items.count)
    let report = try await log.apply(plan, dryRun: isDry) { progress.advance(to: $0, of: count) }
    progress.finish()
    show(report, plan, isDry: isDry)
    return plan.items.isEmpty && !plan.issues.isEmpty ? .badInput : .done
  }

  private func show(_ report: ImportReport, _ plan: ImportPlan, isDry: Bool) {
    if wantsData {
      return output.print(data: ImportSummary(ImportResult(report, plan), isDry: isDry))
    }
    if isDry {
      for item in report.added { output.print("  + \(text(item))") }
      for update in report.updated {
        output.print("  ~ \(text(update.item)) (\(update.changeTexts.joined(separator: ", ")))")
      }
    }
    for issue in plan.issues + report.skipped { warn(issue) }
    if plan.items.isEmpty {
      output.info("Nothing new: there was nothing to import.")
    } else {
      let what = report.isNothingNew ? "Nothing new" : isDry ? "Preview" : plan.title
      output.info("\(what): \(counts(report)).")
    }
    if plan.items.isEmpty, plan.issues.contains(where: { $0.message.contains("--titles") }) {
      output.info("Add the titles in a file, and import again with --titles FILE.")
    }
    if isDry {
      if let summary = ImportResult(report, plan, limit: 0).bookSummary {
        output.info("Books: \(summary).")
      }
      output.info("Nothing was changed.")
    } else if !report.added.isEmpty || !report.updated.isEmpty {
      output.info("Undo this with `cairn undo`.")
    }
  }
}

extension CommandContext {
  /// Warns about a value that could not be imported unchanged.
  func warn(_ issue: ImportIssue) {
    output.warn("  ! \(text(issue.line, issue.message))")
  }

  private func text(_ item: ImportItem) -> String { text(item.line, item.title) }

  /// Returns `line 12: Dune`, with instants in the display time zone.
  private func text(_ line: Int?, _ text: String) -> String {
    (line.map { "line \($0): " } ?? "") + text.localized(times.format).visible
  }

  /// `13 added (1 book, 12 sessions), 1 changed, 756 unchanged, 2 skipped`.
  private func counts(_ report: ImportReport) -> String {
    let kindNames = report.added.map(\.kindName)
    let kinds = ["book", "story", "session", "annotation", "climb"].compactMap { name in
      let count = kindNames.count { $0 == name }
      guard count > 0 else { return nil as String? }
      return name == "story" && count > 1 ? "\(count) stories" : counted(count, name)
    }
    let isMixed = kindNames.contains { $0 != "book" }
    let both = isMixed ? " (\(kinds.joined(separator: ", ")))" : ""
    var parts = ["\(kindNames.count) added\(both)"]
    parts += ["\(report.updated.count) changed", "\(report.unchanged) unchanged"]
    if !report.skipped.isEmpty { parts.append("\(report.skipped.count) skipped") }
    if report.replaced > 0 { parts.append("\(report.replaced) replaced by more complete ones") }
    if report.kept > 0 { parts.append("\(report.kept) of your own edits kept") }
    return parts.joined(separator: ", ")
  }
}

extension ImportReport {
  /// Whether every item was already in the log with the same values.
  fileprivate var isNothingNew: Bool {
    added.isEmpty && updated.isEmpty && skipped.isEmpty && (replaced, kept) == (0, 0)
      && unchanged > 0
  }
}
