/// What a device has received of the acts of others: all of each device up to a time.
///
/// A server passes on the acts of a device in their order, so one stamp for each stands for all earlier ones.
public struct Knowledge: Sendable, Equatable {
  /// The latest stamps, by node.
  fileprivate var latest: [Stamp] = []

  /// Creates the knowledge of a new device: nothing.
  package init() {}

  /// Adds an act, with everything earlier of its device.
  package mutating func add(_ stamp: Stamp) {
    let act = Stamp(time: stamp.time, node: stamp.node)
    let index = latest.firstIndex { $0.node >= act.node } ?? latest.count
    if index == latest.count || latest[index].node != act.node {
      latest.insert(act, at: index)
    } else {
      latest[index] = max(latest[index], act)
    }
  }

  /// Returns whether it has any act of a node, or states that there is none.
  package func names(_ node: UInt32) -> Bool { latest.contains { $0.node == node } }

  /// Returns the knowledge of the acts of all other nodes.
  package func excluding(_ node: UInt32) -> Knowledge {
    var others = self
    others.latest.removeAll { $0.node == node }
    return others
  }

  /// Returns whether an act with this stamp was known.
  package func contains(_ stamp: Stamp) -> Bool {
    latest.contains { $0.node == stamp.node && stamp.time <= $0.time }
  }
}

extension Knowledge {
  /// The stamps, separated by spaces; equal knowledge has equal text.
  package var text: String { latest.map { $0.text }.joined(separator: " ") }

  /// Parses ``text``; nil for anything else.
  package init?(text: String) {
    let words = text.isEmpty ? [] : text.split(separator: " ", omittingEmptySubsequences: false)
    for word in words {
      guard let stamp = Stamp(text: String(word)), stamp.turn == 0, !stamp.isAutomatic,
        latest.last.map({ $0.node < stamp.node }) ?? true
      else { return nil }
      latest.append(stamp)
    }
  }
}

extension Knowledge {
  /// Returns the time up to which an act knows all acts of others in here; nil if it knows all, or does not say.
  package func firstUnknown(to act: Mutation) -> UInt64? {
    guard let stated = act.knowledge else { return nil }
    let unknown = latest.filter { $0.node != act.origin.node && !stated.contains($0) }
    return unknown.map { last in stated.latest.first { $0.node == last.node }?.time ?? 0 }.min()
  }
}

extension Mutation {
  /// The stamp that its device gave it.
  ///
  /// A server replaces a stamp of the future, and adds the original to what the act knows. No other act knows a stamp
  /// that is later than its own.
  package var origin: Stamp { knowledge?.latest.first { $0.time > stamp.time } ?? stamp }

  /// Returns whether the person's device knew of an act when they acted; nil if the entry does not say.
  package func knows(_ stamp: Stamp) -> Bool? {
    let origin = origin
    return stamp.node == origin.node ? stamp.time <= origin.time : knowledge?.contains(stamp)
  }
}
