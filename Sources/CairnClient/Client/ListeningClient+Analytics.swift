import Cairn

extension ListeningClient {
  /// The totals as the server has them now; keeps them for times without a network.
  public func getAnalytics() async throws(ClientError) -> UserAnalytics {
    let value = try await get(UserAnalytics.self, "/api/v1/analytics")
    let now = dependencies.clock().now
    // What cannot be kept can still be shown.
    try? await outbox.remember(JSONCoding.encode(value), as: Self.totals, for: account, at: now)
    return value
  }

  /// The totals as the server has them now, or had them last when it is out of reach.
  ///
  /// Throws what ``getAnalytics()`` throws when there are none, and whenever the failure is one
  /// that does not pass, such as a refused sign-in.
  public func analytics() async throws(ClientError) -> Cached<UserAnalytics> {
    do {
      let value = try await getAnalytics()
      return await known(value, at: dependencies.clock().now, isCurrent: true)
    } catch {
      guard error.isTemporary, let last = try await lastAnalytics() else { throw error }
      return last
    }
  }

  /// The totals as the server had them last, without asking it; nil when it never was.
  public func lastAnalytics() async throws(ClientError) -> Cached<UserAnalytics>? {
    guard let last = try await outbox.known(Self.totals, for: account),
      let value = JSONCoding.decode(UserAnalytics.self, last.body)
    else { return nil }
    return await known(value, at: last.at, isCurrent: false)
  }

  private func known(
    _ value: UserAnalytics,
    at instant: Instant,
    isCurrent: Bool
  ) async -> Cached<UserAnalytics> {
    let counts = try? await unsent()
    let unsent = counts.map { $0.waiting + $0.refused } ?? 0
    return Cached(value: value, at: instant, isCurrent: isCurrent, unsent: unsent)
  }

  private static let totals = "analytics"
}
