import Cairn
import CairnStore
import Synchronization

extension Surroundings {
  /// Applies a plan with a progress bar, and shows what came of it.
  func apply(_ plan: ImportPlan, to log: Log, isDry: Bool) async throws -> ExitCode {
    let progress = Progress(plan, self)
    let report = try await log.apply(plan, dryRun: isDry) { progress.advance(to: $0) }
    progress.finish()
    show(report, plan, isDry: isDry)
    return plan.items.isEmpty && !plan.issues.isEmpty ? .badInput : .done
  }

  private func show(_ report: ImportReport, _ plan: ImportPlan, isDry: Bool) {
    if wantsJSON { return output.print(report.json(plan, isDry: isDry).text) }
    if isDry {
      for item in report.added { output.print("  + \(item.text)") }
      for item in report.updated {
        output.print("  ~ \(item.item.text) (\(item.fields.joined(separator: ", ")))")
      }
    }
    for issue in plan.issues + report.skipped { output.warn("  ! \(issue.text)") }
    output.say(isDry ? "Would be: \(report.counts)" : "\(plan.title): \(report.counts)")
    if isDry {
      output.say("Nothing was changed.")
    } else if !report.added.isEmpty || !report.updated.isEmpty {
      output.say("`cairn undo` takes all of it back.")
    }
  }
}

extension ImportItem {
  fileprivate var text: String {
    (line.map { "line \($0): " } ?? "") + title.visible
  }
}

extension ImportIssue {
  fileprivate var text: String {
    (line.map { "line \($0): " } ?? "") + message.visible
  }

  fileprivate var json: JSON {
    .members(("line", .number(line.map { Int64($0) })), ("message", .string(message)))
  }
}

extension ImportReport {
  /// `12 added, 1 changed, 756 known already, 2 left out`.
  fileprivate var counts: String {
    var parts = ["\(added.count) added", "\(updated.count) changed", "\(unchanged) known already"]
    if !skipped.isEmpty { parts.append("\(skipped.count) left out") }
    if kept > 0 { parts.append("\(kept) of your own values kept") }
    return parts.joined(separator: ", ") + "."
  }

  fileprivate func json(_ plan: ImportPlan, isDry: Bool) -> JSON {
    .members(
      ("title", .string(plan.title)),
      ("dry_run", .bool(isDry)),
      ("added", .integer(Int64(added.count))),
      ("updated", .integer(Int64(updated.count))),
      ("unchanged", .integer(Int64(unchanged))),
      ("kept", .integer(Int64(kept))),
      ("skipped", .array(skipped.map(\.json))),
      ("issues", .array(plan.issues.map(\.json)))
    )
  }
}

/// A progress bar that hears of every item from the queue of the log.
private final class Progress: Sendable {
  private let state: Mutex<ProgressBar>
  private let surroundings: Surroundings

  init(_ plan: ImportPlan, _ surroundings: Surroundings) {
    let isShown = !surroundings.output.isQuiet && plan.items.count > 500
    let columns = isShown ? surroundings.output.standardError.columns : nil
    state = Mutex(ProgressBar("Importing", total: plan.items.count, columns: columns))
    self.surroundings = surroundings
  }

  func advance(to done: Int) {
    guard surroundings.output.standardError.columns != nil else { return }
    let text = state.withLock { $0.advance(to: done, at: surroundings.now) }
    if let text { surroundings.output.standardError.write(text) }
  }

  func finish() {
    guard let text = state.withLock({ $0.finish() }) else { return }
    surroundings.output.standardError.write(text)
  }
}
