public import Cairn

/// Changes to the climbing part of a session; nil leaves a value unchanged.
public struct ClimbingEdit: Sendable {
  /// The new ratings and measurements; the inner nil clears a value.
  public var numbers: [(scale: ClimbingScale, value: Int64?)] = []
  /// The new discipline; the inner nil clears it.
  public var discipline: Discipline??
  /// Whether the session was outdoors; the inner nil clears it.
  public var isOutdoor: Bool??
  /// Whether the session is hidden from other people.
  public var isPrivate: Bool?
  /// The new partners; an empty list clears them.
  public var partners: [String]?
  /// The partners to remove, ignoring case.
  public var removedPartners: [String] = []
  /// The new description of weather and rock; an empty one clears it.
  public var conditions: String?

  /// Creates an edit without changes.
  public init() {}

  /// Whether nothing changes.
  public var isEmpty: Bool {
    numbers.isEmpty && discipline == nil && isOutdoor == nil && isPrivate == nil
      && partners == nil && removedPartners.isEmpty && conditions == nil
  }

  /// Applies the changes to a session's detail; throws `climbing.invalid_value` and `climbing.unknown_partner`.
  public func apply(to detail: inout Climbing) throws(CairnError) {
    for (scale, value) in numbers { try detail.set(scale, value) }
    if let discipline { detail.discipline = discipline }
    if let isOutdoor { detail.isOutdoor = isOutdoor }
    if let isPrivate { detail.isPrivate = isPrivate }
    if let partners { detail.setPartners(partners) }
    for name in removedPartners { try detail.removePartner(name) }
    if let conditions { detail.setConditions(conditions) }
  }
}

extension Climbing {
  fileprivate mutating func removePartner(_ name: String) throws(CairnError) {
    let known = partners
    let left = known.filter { folded($0) != folded(name) }
    guard left.count < known.count else {
      throw CairnError(
        "climbing.unknown_partner",
        "“\(name)” is not a partner of this session.",
        hint: known.isEmpty
          ? "It has no partners." : "Choose from \(known.joined(separator: ", "))."
      )
    }
    setPartners(left)
  }
}
