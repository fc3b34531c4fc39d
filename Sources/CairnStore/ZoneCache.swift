import Cairn

/// Rules of zones that were asked for before; finding them takes longer than a short write.
final class ZoneCache: Sendable {
  private let source: @Sendable (String) -> ZoneRules?
  private let known = LockedValue([String: ZoneRules]())

  init(_ source: @escaping @Sendable (String) -> ZoneRules?) {
    self.source = source
  }

  /// The rules of a zone; nil, and asked for again next time, for a name that is not known.
  @Sendable func rules(_ name: String) -> ZoneRules? {
    known.holding { known in
      let rules = known[name] ?? source(name)
      known[name] = rules
      return rules
    }
  }
}
