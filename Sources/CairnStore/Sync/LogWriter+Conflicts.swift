import Cairn
import CairnSQL

extension LogWriter {
  /// Stores a conflict under an automatic stamp as of the later value, so that any resolution wins over it.
  ///
  /// This holds too when everything is sent to another server or to a restored one.
  func store(_ conflict: Conflict, since later: Stamp) throws {
    var fields = Fields()
    conflict.write(to: &fields)
    fields[RecordField.deleted] = .null
    let stamp = Stamp(time: later.time, node: later.node, isAutomatic: true)
    let kind = Conflict.recordKind
    let new = Record(kind: kind, id: conflict.recordID, fields: fields, stamp: stamp)
    let old = try RecordTable.find(kind, conflict.recordID, in: connection)
    try mergeRemote(new, joining: old)
  }

  /// Records a conflict for each session that ended automatically because another was started or resumed.
  ///
  /// A person who still has it running must learn about it (spec/sync.md 3.6).
  func recordSupersededSessions() throws {
    for id in superseded.sorted() {
      guard let record = try RecordTable.find(SessionRecord.kind, id, in: connection),
        record.deletion == nil, record.wasEndedAutomatically, let end = record.stamp(of: "endedAt"),
        let claim = record.stamp(of: "segments")
      else { continue }
      let running = Conflict(
        kind: SessionRecord.kind,
        about: id,
        field: "endedAt",
        value: .null,
        stamp: claim
      )
      try store(running, since: end)
    }
  }
}

extension Record {
  /// Whether it is a session that ended automatically while running; a paused one ends where it was paused.
  var wasEndedAutomatically: Bool {
    guard case .text(let segments) = fields["segments"], segments.hasSuffix("-") else {
      return false
    }
    return fields["endedAt"] != .null && stamp(of: "endedAt")?.isAutomatic ?? false
  }
}
