package import Cairn

/// A cache of time zone rules; looking them up takes longer than a short write.
package final class ZoneCache: Sendable {
  private let source: @Sendable (String) -> ZoneRules?
  private let known = LockedValue([String: ZoneRules]())

  /// Creates a cache of what a closure returns; it starts empty.
  package init(_ source: @escaping @Sendable (String) -> ZoneRules?) {
    self.source = source
  }

  /// Returns the rules of a zone; nil for an unknown name, which is not cached.
  @Sendable package func rules(_ name: String) -> ZoneRules? {
    known.withLock { known in
      let rules = known[name] ?? source(name)
      known[name] = rules
      return rules
    }
  }
}
