import Cairn

extension ListeningClient {
  /// Fetches the current totals and caches them for offline use.
  public func getAnalytics() async throws(ClientError) -> UserAnalytics {
    let value = try await get(UserAnalytics.self, "/api/v1/analytics")
    let now = dependencies.clock().now
    // A cache write error must not discard the response.
    try? await outbox.cache(JSONCoding.encode(value), as: Self.totals, for: account, at: now)
    return value
  }

  /// Returns the current totals, or the cached ones if the server is unreachable.
  ///
  /// Throws what ``getAnalytics()`` throws if the cache is empty or the error is permanent, such as a
  /// rejected token.
  public func analytics() async throws(ClientError) -> Cached<UserAnalytics> {
    do {
      let value = try await getAnalytics()
      return await cached(value, at: dependencies.clock().now, isCurrent: true)
    } catch {
      guard error.isTemporary, let last = try await lastAnalytics() else { throw error }
      return last
    }
  }

  /// Returns the cached totals without a request; nil if there are none.
  public func lastAnalytics() async throws(ClientError) -> Cached<UserAnalytics>? {
    guard let last = try await outbox.cached(Self.totals, for: account),
      let value = JSONCoding.decode(UserAnalytics.self, last.body)
    else { return nil }
    return await cached(value, at: last.at, isCurrent: false)
  }

  private func cached(
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
