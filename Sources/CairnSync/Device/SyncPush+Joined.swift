import Cairn
import CairnStore

extension SyncPush {
  /// Limits the push to ordinary mutations, or to history-only ones together with their values.
  ///
  /// Values go in the same transaction as their entry. Otherwise a server restored to a moment in between would have
  /// the entry without its values, and the checksum does not cover values of a deleted record. Ordinary mutations
  /// follow the values that they may depend on. An entry with too many values is followed by the rest.
  mutating func includeMergedValues(in connection: LogConnection) throws {
    for (index, sent) in mutations.enumerated() {
      let values = sent.isHistoryOnly ? try sent.mutation.valuesToSend(in: connection) : []
      let isEnough = records.isEmpty ? !values.isEmpty && index > 0 : !sent.isHistoryOnly
      guard !isEnough, records.count < Self.maxValues else {
        mutations = Array(mutations.prefix(index))
        return
      }
      records += values.prefix(Self.countLimit - records.count)
    }
  }

  private static let maxValues = 500
}

extension Mutation {
  /// Returns its values that are still current, of records of which the server may lack a value.
  fileprivate func valuesToSend(in connection: LogConnection) throws -> [Record] {
    try netChanges.compactMap { change in
      guard let record = try RecordTable.find(change.kind, change.id, in: connection),
        try ResendTable.contains(record, in: connection)
      else { return nil }
      return record.part(holding: change.set)
    }
  }
}

extension Record {
  /// Returns the record with only those values that it still has, and its deletion state; nil if it has none.
  ///
  /// Later values arrive with their own mutation, so that they cause no conflict here.
  fileprivate func part(holding values: Fields) -> Record? {
    let matching = values.members.filter { fields.contains($0.name) && fields[$0.name] == $0.value }
    return matching.isEmpty ? nil : part(of: Set(matching.map(\.name) + RecordField.existence))
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
