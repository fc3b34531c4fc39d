import CairnSQL

/// What was read on the occasions that snapshots name, so that the next of each can ask for it at once.
final class Habits: @unchecked Sendable {  // `known` is guarded by `lock`
  private let lock = Lock()
  private var known: [String: Habit] = [:]
  /// Each takes some KB; where there are more, all are learned anew.
  private static let limit = 256

  /// What is usual on an occasion; nil on one that is new.
  subscript(occasion: String) -> Habit? { lock.holding { known[occasion] } }

  /// Remembers what was asked on an occasion.
  func learn(_ asked: [SQL], on occasion: String) {
    lock.holding {
      if known.count == Self.limit, known[occasion] == nil { known = [:] }
      known[occasion, default: Habit()].learn(asked)
    }
  }
}

/// What is usually read on an occasion.
struct Habit {
  /// What the last two times have in common, but for what names a record: that is of one log alone.
  private(set) var usual: [SQL] = []
  private var last: [SQL] = []
  /// How often in a row all was as the time before.
  private var times = 0
  /// So often before it is relied upon.
  private static let enough = 8

  /// Whether nothing else is expected.
  var isAll: Bool {
    times >= Self.enough && usual.count == last.count && last.count < Connection.mostAsked
  }

  fileprivate mutating func learn(_ asked: [SQL]) {
    guard asked != last || times == 0 else { return times += 1 }
    usual = asked.filter { !$0.namesRecord && last.contains($0) }
    times = asked == last ? 1 : 0
    last = asked
  }
}

extension SQL {
  fileprivate var namesRecord: Bool {
    bindings.contains { if case .uuid = $0 { true } else { false } }
  }
}
