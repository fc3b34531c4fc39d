import Cairn

/// What one device, or the server, has: records and history.
///
/// Both only grow by joining. Arrays are faster than tables here, because a log has only some tens of each.
struct SimulatedLog {
  private(set) var history: [Mutation] = []
  private(set) var content = LogContent([])
  /// What a device knows that has this log.
  private(set) var knowledge = Knowledge()
  /// The time of the latest stamp.
  private(set) var latest: UInt64 = 0
  /// The records, by ID.
  private var records: [Record] = []
  private var known: [RecordID] = []

  func entry(_ id: RecordID) -> Mutation? { known.firstIndex(of: id).map { history[$0] } }

  /// Adds an entry and its values; an entry that is there is ignored.
  mutating func apply(_ entry: Mutation) {
    guard !known.contains(entry.id) else { return }
    known.append(entry.id)
    history.append(entry)
    knowledge.add(entry.stamp)
    latest = max(latest, entry.stamp.time)
    for change in entry.changes { apply(change.record(stamp: entry.stamp)) }
  }

  /// Adds all entries of another log.
  mutating func join(_ other: SimulatedLog) {
    for index in other.known.indices where !known.contains(other.known[index]) {
      apply(other.history[index])
    }
  }

  /// Returns whether another log has an entry that is not in this one.
  func lacksAny(of other: SimulatedLog) -> Bool {
    other.known.contains { !known.contains($0) }
  }

  func record(_ id: RecordID) -> Record? {
    let index = position(of: id)
    return index < records.count && records[index].id == id ? records[index] : nil
  }

  private mutating func apply(_ record: Record) {
    let index = position(of: record.id)
    if index == records.count || records[index].id != record.id {
      records.insert(record, at: index)
    } else if !records[index].join(record) {
      return
    }
    content.update(records[index])
  }

  private func position(of id: RecordID) -> Int {
    var (low, high) = (0, records.count)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns whether both have the same values, stamps and history.
  func isEqual(_ other: SimulatedLog) -> Bool {
    history.count == other.history.count && known.allSatisfy { other.known.contains($0) }
      && records.elementsEqual(other.records) { $0.isEqual($1) }
  }
}

extension Record {
  fileprivate func isEqual(_ other: Record) -> Bool {
    id == other.id && fields == other.fields && stamp == other.stamp
      && exceptions.elementsEqual(other.exceptions) { $0.name == $1.name && $0.stamp == $1.stamp }
  }
}
