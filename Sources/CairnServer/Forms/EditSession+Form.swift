import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnPages
import CairnReports
import CairnStore

extension EditSession {
  /// Parses a form; untouched fields change nothing, and a time equal to the displayed one keeps its seconds.
  init(
    _ sent: FormValues,
    of row: SessionRow,
    _ clock: WallClock,
    _ modules: [KindModule]
  ) throws(CairnError) {
    self.init(row.id)
    let form = sent.saved
    start = try Self.moment("start", form, row.startedAt, clock)
    end = try Self.moment("end", form, row.endedAt, clock)
    if row.kind == Listening.kind {
      listening = try ListeningEdit(form, of: row)
      listening.isCompleted = sent.box("heard")
    } else {
      page = try Self.page("from", form, row.startPosition)
      position = try Self.page("to", form, row.endPosition).map { .page($0) }
    }
    details = try Fields(form, [modules[row.kind]].compactMap(\.self))
    note = form["note"] == nil ? nil : try form.text("note", limit: JSONSchema.longTextLimit) ?? ""
    sessionContext.moodBefore =
      form["moodBefore"] == nil ? nil : .some(try form.number("moodBefore"))
    sessionContext.moodAfter = form["moodAfter"] == nil ? nil : .some(try form.number("moodAfter"))
    sessionContext.place = form["place"] == nil ? nil : try form.text("place") ?? ""
    reading = form["reading"].flatMap { RecordID(text: $0) }.map { Identifier($0) }
    if row.kind == Climbing.kind { climbing = try ClimbingEdit(form) }
    adjusts = form["adjust"] == "yes"
  }

  private static func moment(
    _ name: String,
    _ form: FormValues,
    _ now: Instant?,
    _ clock: WallClock
  ) throws(CairnError) -> Instant? {
    guard let text = try form.text(name), text != now.map({ clock.field($0) }) else { return nil }
    return try clock.instant(text, name: name)
  }

  private static func page(
    _ name: String,
    _ form: FormValues,
    _ now: Position?
  ) throws(CairnError) -> Int64? {
    guard try form.text(name) != SessionValues.page(now) else { return nil }
    return try form.number(name)
  }
}
