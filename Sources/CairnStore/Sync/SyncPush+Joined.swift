import Cairn
import CairnSQL

extension SyncPush {
  /// Keeps the lines before the first that only tells of values the server may lack, or some that only tell,
  /// with their values.
  ///
  /// Both go in one transaction: a server that is set back to a moment between them has the line without the
  /// values, and the sum does not tell of values of a thing that is deleted. A line that sets something itself
  /// goes after values it may stand on. Of one with more values than go at once the others wait, and follow.
  mutating func bringJoined(in connection: any SQLConnection) throws {
    for (place, line) in lines.enumerated() {
      let values = line.onlyTells ? try line.mutation.valuesToSend(in: connection) : []
      let isEnough = records.isEmpty ? !values.isEmpty && place > 0 : !line.onlyTells
      guard !isEnough, records.count < Self.mostValues else {
        lines = Array(lines.prefix(place))
        return
      }
      records += values.prefix(Self.countLimit - records.count)
    }
  }

  private static let mostValues = 500
}

extension Mutation {
  /// The values it brought that still stand, of records of which the server may lack something.
  fileprivate func valuesToSend(in connection: any SQLConnection) throws -> [Record] {
    try netChanges.compactMap { change in
      guard let record = try RecordTable.find(change.kind, change.id, in: connection),
        try ResendTable.contains(record, in: connection)
      else { return nil }
      return record.part(holding: change.set)
    }
  }
}

extension Record {
  /// Only those of some values that it holds, each under its stamp, and whether it is deleted; nil when it holds
  /// none.
  ///
  /// What was set since comes with the line that set it, so that nobody takes one for the loser of the other.
  fileprivate func part(holding values: Fields) -> Record? {
    let held = values.members.filter { fields.contains($0.name) && fields[$0.name] == $0.value }
    return held.isEmpty ? nil : part(of: Set(held.map(\.name) + [RecordField.deleted]))
  }

  private func part(of names: Set<String>) -> Record {
    var (part, stamps) = (Fields(), [(name: String, stamp: Stamp)]())
    for name in names {
      guard let own = stamp(of: name) else { continue }
      part[name] = fields[name]
      stamps.append((name, own))
    }
    return Record(kind: kind, id: id, fields: part, stamp: stamp, exceptions: stamps)
  }
}
