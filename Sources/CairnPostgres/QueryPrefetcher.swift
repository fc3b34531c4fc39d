import CairnSQL

/// What is expected of a snapshot.
struct PrefetchPlan {
  /// What it reads.
  let queries: [SQL]
  /// Whether it reads nothing else.
  let isAll: Bool
}

/// What was read on the occasions that snapshots name, so that the next of each can ask for it at once.
final class QueryPrefetcher: @unchecked Sendable {  // `known` is guarded by `lock`
  private let lock = Lock()
  /// By the bytes of their names: an address with é as one letter is another than with two.
  private var known: [[UInt8]: AccessPattern] = [:]
  /// Each takes some KB; where there are more, any other goes.
  private static let limit = 256

  /// What is usual on an occasion where an account asks; nil where that is not known.
  func expectation(on occasion: String, by account: String) -> PrefetchPlan? {
    lock.holding { known[Array(occasion.utf8)] }?.expectation(of: account)
  }

  /// Remembers what an account asked on an occasion.
  func learn(_ asked: [SQL], on occasion: String, by account: String) {
    let name = Array(occasion.utf8)
    lock.holding {
      if known.count == Self.limit, known[name] == nil { known.remove(at: known.startIndex) }
      known[name, default: AccessPattern()].learn(asked, by: account)
    }
  }
}

/// What is usually read on an occasion.
private struct AccessPattern {
  /// What the last two times have in common, but for what names a record: that is of one log alone.
  private var usual: [SQL] = []
  private var last: [SQL] = []
  /// Who asked last; nil before anyone has.
  private var account: String?
  /// Whether two accounts have asked what is usual; else it may be the words of a log, and not for others.
  private var isOfTwo = false
  /// How often in a row all was as the time before.
  private var times = 0
  /// So often before it is relied upon.
  private static let enough = 8

  func expectation(of account: String) -> PrefetchPlan? {
    guard isOfTwo || account == self.account else { return nil }
    let isWhole = usual.count == last.count && last.count < Connection.mostAsked
    return PrefetchPlan(queries: usual, isAll: isWhole && times >= Self.enough)
  }

  mutating func learn(_ asked: [SQL], by account: String) {
    let isSame = asked == last
    let isOther = self.account.map { $0 != account } ?? false
    let isKept = isSame && times > 0
    if !isKept { usual = asked.filter { !$0.namesRecord && last.contains($0) } }
    isOfTwo = isOther || (isKept && isOfTwo)
    times = isSame ? times + 1 : 0
    (last, self.account) = (asked, account)
  }
}

extension SQL {
  fileprivate var namesRecord: Bool {
    bindings.contains { if case .uuid = $0 { true } else { false } }
  }
}
