import Cairn
import CairnActions
import CairnHTML
import CairnInsights
import CairnPages
import CairnReports

extension EditSession {
  /// Parses a form; untouched fields change nothing, and a time or position equal to the displayed one keeps its
  /// seconds.
  init(
    _ sent: FormValues,
    of row: SessionRow,
    _ clock: WallClock,
    _ modules: [KindModule]
  ) throws(CairnError) {
    let shown = SessionValues(row: row, clock: clock, climbing: nil)
    let exact: Set = ["start", "end", "from", "position", "start_page", "page"]
    let form = sent.saved.without(exact.filter { sent[$0] == shown[$0] })
    try self.init(row.id, form)
    start = try Self.moment("start", form, clock)
    end = try Self.moment("end", form, clock)
    if row.kind == Listening.kind { listening.isCompleted = sent.box("completed") }
    details = try Fields(form, [modules[row.kind]].compactMap(\.self))
  }

  private static func moment(
    _ name: String,
    _ form: FormValues,
    _ clock: WallClock
  ) throws(CairnError) -> Instant? {
    guard let text = try form.text(name) else { return nil }
    return try clock.instant(text, name: name)
  }
}
