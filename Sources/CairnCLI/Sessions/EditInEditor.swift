import Cairn
import CairnInsights
import CairnReports
import CairnStore

extension CommandContext {
  /// Lets a person change a session in their editor, which opens again for a line that cannot be applied.
  ///
  /// An unchanged text changes nothing. Throws `usage.missing` without a terminal or an editor.
  func editInEditor(_ invocation: Invocation) async throws -> ExitCode {
    let (id, form) = try await withLog { log in
      let row = try await SessionReference.find(invocation.required("session"), in: log)
      return (row.id.record.text, try await self.form(row, in: log))
    }
    // Another session may be the last one by the time the editor closes.
    let invocation = invocation.giving(["session": [id]])
    var text = form.text
    while true {
      let saved = try openEditor(text, variable)
      do {
        let changes = try form.changes(in: saved)
        guard !changes.isEmpty else { return nothingChanged() }
        return try await applied(changes, invocation)
      } catch let problem as EditForm.Problem {
        guard saved != text else { throw problem.error }
        text = EditForm.text(saved, with: problem)
      }
    }
  }

  private func form(_ row: SessionRow, in log: Log) async throws -> EditForm {
    let isClimbing = row.kind == Climbing.kind
    let climbing = isClimbing ? try await log.session(row.id, as: Climbing.self) : nil
    let rules = SystemZones.rules(row.zone) ?? zone
    return EditForm(row, climbing?.detail, WallClock(zone: rules, now: row.startedAt))
  }

  private func nothingChanged() -> ExitCode {
    output.info("Nothing changed.")
    return .done
  }

  /// Applies changes; throws ``EditForm/Problem``, with the name of the value if it alone is refused.
  private func applied(
    _ changes: [String: [String]],
    _ invocation: Invocation
  ) async throws -> ExitCode {
    var name: String?
    do {
      for one in changes.sorted(by: { $0.key < $1.key }) {
        name = one.key
        try await requireValid(invocation.giving([one.key: one.value]))
      }
      name = nil
      return try await edit(invocation.giving(changes))
    } catch let error as CairnError {
      throw EditForm.Problem(name: name, error: error)
    }
  }
}
