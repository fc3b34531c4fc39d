/// A read-through as it is shown, with all that are the same.
package struct MergedReading: Sendable {
  /// The indices of the read-throughs that are the same, by ID.
  package internal(set) var members: [Int] = []
  /// How it ended; nil while it goes on.
  package internal(set) var outcome: String?
  /// The page of the bookmark.
  package internal(set) var place: Int64 = 0
  /// The highest page that was counted.
  package internal(set) var high: Int64 = 0
  /// The last page noted without a session.
  var noted: (at: Instant, page: Int64) = (.beginning, 0)
  var outcomeStamp: Stamp?
}

extension LogView {
  /// Finds the read-throughs that are the same: those that were merged, and of books that are one the
  /// last ones without an outcome.
  mutating func mergeReadings() {
    var targets = MergeTargets()
    for reading in content.readings {
      if let target = reading.mergedInto { targets[reading.id] = target }
    }
    joinLast(&targets)
    readings = Array(repeating: nil, count: content.readings.count)
    for index in content.readings.indices {
      let root = targets.root(of: content.readings[index].id)
      let target = content.readings.index(of: root) ?? index
      readingTargets.append(target)
      readings[target, default: MergedReading()].add(content.readings[index], index)
    }
  }

  private func joinLast(_ targets: inout MergeTargets) {
    guard content.subjects.contains(where: { $0.mergedInto != nil }) else { return }
    let open = lastReadings().filter { $0.outcome == nil }
    for reading in open where targets[reading.id] == nil {
      let same = open.filter { subject(of: $0) == subject(of: reading) }
      if let first = same.map({ $0.id }).min(), first != reading.id { targets[reading.id] = first }
    }
  }

  private func subject(of reading: ReadingFields) -> RecordID? { reading.entry.map { subject($0) } }

  /// Returns the read-through with the highest number of each book.
  private func lastReadings() -> [ReadingFields] {
    var last: [RecordID: ReadingFields] = [:]
    for reading in content.readings where reading.number > 0 {
      guard let entry = reading.entry else { continue }
      if reading.number > last[entry]?.number ?? 0 { last[entry] = reading }
    }
    return Array(last.values)
  }

  /// Returns the read-through that another is the same as, as an index.
  package func reading(_ id: RecordID) -> Int? {
    content.readings.index(of: id).map { readingTargets[$0] }
  }

  /// Returns the read-through of a session record, as an index.
  package func reading(of record: Int) -> Int? {
    content.sessions[record].reading.flatMap { reading($0) }
  }
}

extension [MergedReading?] {
  fileprivate subscript(index: Int, default value: MergedReading) -> MergedReading {
    get { self[index] ?? value }
    set { self[index] = newValue }
  }
}

extension MergedReading {
  fileprivate mutating func add(_ reading: ReadingFields, _ index: Int) {
    members.append(index)
    guard let outcome = reading.outcome, let stamp = reading.outcomeStamp else { return }
    if let outcomeStamp, let held = self.outcome, (stamp, outcome) < (outcomeStamp, held) { return }
    (self.outcome, outcomeStamp) = (outcome, stamp)
  }
}
