import CairnSQL

/// The queries that a snapshot is expected to make.
struct PrefetchPlan {
  /// The queries to send ahead.
  let queries: [SQL]
  /// Whether the snapshot makes no other queries.
  let isComplete: Bool
}

/// A memory of each route's queries, so that the next snapshot can pipeline them.
final class QueryPrefetcher: @unchecked Sendable {  // `known` is guarded by `lock`
  private let lock = Lock()
  /// The patterns by the UTF-8 bytes of the route: Swift strings compare equal if only their normalisation differs.
  private var known: [[UInt8]: AccessPattern] = [:]
  /// Each pattern takes a few KB; beyond the limit an arbitrary one is dropped.
  private static let limit = 256

  /// Returns the plan of a route for an account; nil if there is none yet.
  func plan(on routeKey: String, by account: String) -> PrefetchPlan? {
    lock.withLock { known[Array(routeKey.utf8)] }?.plan(of: account)
  }

  /// Records the queries that an account made on a route.
  func learn(_ executedQueries: [SQL], on routeKey: String, by account: String) {
    let name = Array(routeKey.utf8)
    lock.withLock {
      if known.count == Self.limit, known[name] == nil { known.remove(at: known.startIndex) }
      known[name, default: AccessPattern()].learn(executedQueries, by: account)
    }
  }
}

/// The usual queries of one route.
private struct AccessPattern {
  /// The queries of both of the last two requests, without those that name a record, which exists in one log only.
  private var commonQueries: [SQL] = []
  private var last: [SQL] = []
  /// The account of the last request; nil before the first.
  private var account: String?
  /// Whether two accounts made the usual queries; otherwise they may contain private text of one log.
  private var isSharedByAccounts = false
  /// How many times in a row the queries were the same as the time before.
  private var repetitions = 0
  /// The number of repetitions before a plan counts as complete.
  private static let requiredRepetitions = 8

  func plan(of account: String) -> PrefetchPlan? {
    guard isSharedByAccounts || account == self.account else { return nil }
    let isWhole = commonQueries.count == last.count && last.count < Connection.maxRecordedQueries
    return PrefetchPlan(queries: commonQueries, isComplete: isWhole && repetitions >= Self.requiredRepetitions)
  }

  mutating func learn(_ executedQueries: [SQL], by account: String) {
    let isSame = executedQueries == last
    let isOther = self.account.map { $0 != account } ?? false
    let isKept = isSame && repetitions > 0
    if !isKept { commonQueries = executedQueries.filter { !$0.namesRecord && last.contains($0) } }
    isSharedByAccounts = isOther || (isKept && isSharedByAccounts)
    repetitions = isSame ? repetitions + 1 : 0
    (last, self.account) = (executedQueries, account)
  }
}

extension SQL {
  fileprivate var namesRecord: Bool {
    bindings.contains { if case .uuid = $0 { true } else { false } }
  }
}
