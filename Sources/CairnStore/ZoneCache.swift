import Cairn
import Dispatch

/// Rules of zones that were asked for before; finding them takes longer than a short write.
final class ZoneCache: @unchecked Sendable {  // `known` is touched on `queue` only
  private let source: @Sendable (String) -> ZoneRules?
  private let queue = DispatchQueue(label: "cairn.zones")
  private var known: [String: ZoneRules] = [:]

  init(_ source: @escaping @Sendable (String) -> ZoneRules?) {
    self.source = source
  }

  /// The rules of a zone; nil, and asked for again next time, for a name that is not known.
  @Sendable func rules(_ name: String) -> ZoneRules? {
    var rules: ZoneRules?
    queue.sync {
      rules = known[name] ?? source(name)
      known[name] = rules
    }
    return rules
  }
}
