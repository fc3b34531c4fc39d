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

/// The queries that requests to one route have in common.
private struct AccessPattern {
  /// The queries of both of the last two requests, without those that name a record, which exists in one log only.
  private var commonQueries: [SQL] = []
  private var last: [SQL] = []
  /// The account of the last request; nil before the first.
  private var account: String?
  /// Whether two accounts made the common queries; otherwise the queries may contain private text of one log.
  private var isSharedByAccounts = false
  /// The number of consecutive requests with the same queries as the one before.
  private var repetitions = 0
  /// The number of repetitions before a plan counts as complete.
  private static let requiredRepetitions = 8

  func plan(of account: String) -> PrefetchPlan? {
    guard isSharedByAccounts || account == self.account else { return nil }
    let isPatternStable =
      commonQueries.count == last.count && last.count < Connection.maxRecordedQueries
    return PrefetchPlan(
      queries: commonQueries,
      isComplete: isPatternStable && repetitions >= Self.requiredRepetitions
    )
  }

  mutating func learn(_ executedQueries: [SQL], by account: String) {
    let isSame = executedQueries == last
    let isOtherAccount = self.account.map { $0 != account } ?? false
    let isRepeated = isSame && repetitions > 0
    if !isRepeated {
      commonQueries = executedQueries.filter { !$0.namesRecord && last.contains($0) }
    }
    isSharedByAccounts = isOtherAccount || (isRepeated && isSharedByAccounts)
    repetitions = isSame ? repetitions + 1 : 0
    (last, self.account) = (executedQueries, account)
  }
}

extension SQL {
  fileprivate var namesRecord: Bool {
    bindings.contains { if case .uuid = $0 { true } else { false } }
  }
}
