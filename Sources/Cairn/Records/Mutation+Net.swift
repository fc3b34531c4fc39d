extension Mutation {
  /// The net change of each record, in the order in which the records were first changed.
  ///
  /// A mutation may set a field more than once under its single stamp; the last value wins.
  package var netChanges: [Change] {
    guard changes.count > 1 else { return changes }
    var net: [Change] = []
    var places: [RecordID: [Int]] = [:]
    for change in changes {
      let known = places[change.id]?.first { net[$0].kind == change.kind }
      guard let known else {
        places[change.id, default: []].append(net.count)
        net.append(change)
        continue
      }
      net[known] = net[known].followed(by: change)
    }
    return net
  }

  /// Returns the net change of a record; nil if there is none.
  package func change(of id: RecordID) -> Change? { netChanges.first { $0.id == id } }
}

extension Change {
  /// Returns this change combined with a later change of the same record.
  fileprivate func followed(by later: Change) -> Change {
    var (set, was) = (set, was)
    for (name, value) in later.set.members {
      if !set.contains(name) { was[name] = later.was[name] }
      set[name] = value
    }
    var stamps = stamps
    for (name, stamp) in later.stamps { stamps[name] = stamp }
    return Change(kind: kind, id: id, set: set, was: was, stamps: stamps)
  }
}
