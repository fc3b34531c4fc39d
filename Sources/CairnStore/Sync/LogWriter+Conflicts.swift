import Cairn
import CairnSQL

extension LogWriter {
  /// Keeps a value that lost, stamped as of the moment both were there: whoever settled it wins, also where all is told
  /// to another server, or again to one that was set back.
  func keep(_ conflict: Conflict, since later: Stamp) throws {
    var fields = Fields()
    conflict.write(to: &fields)
    fields[RecordField.deleted] = .null
    let stamp = Stamp(time: later.time, node: later.node, isAutomatic: true)
    let kind = Conflict.recordKind
    let new = Record(kind: kind, id: conflict.recordID, fields: fields, stamp: stamp)
    let old = try RecordTable.find(kind, conflict.recordID, in: connection)
    try applyPush(new, joining: old)
  }

  /// Tells of sessions that a rule ended since another was started or resumed: whoever has one of them still running is
  /// to hear of it (spec/sync.md 3.6).
  func tellOfSuperseded() throws {
    for id in superseded.sorted() {
      guard let record = try RecordTable.find(SessionRecord.kind, id, in: connection),
        record.deletion == nil, record.isCutOffByRule, let end = record.stamp(of: "endedAt"),
        let claim = record.stamp(of: "segments")
      else { continue }
      let running = Conflict(
        kind: SessionRecord.kind,
        about: id,
        field: "endedAt",
        value: .null,
        stamp: claim
      )
      try keep(running, since: end)
    }
  }
}

extension Record {
  /// Whether it is a session that a rule ended while it ran; one that was paused or stopped ends where it was.
  var isCutOffByRule: Bool {
    guard case .text(let segments) = fields["segments"], segments.hasSuffix("-") else {
      return false
    }
    return fields["endedAt"] != .null && stamp(of: "endedAt")?.isAutomatic ?? false
  }
}
