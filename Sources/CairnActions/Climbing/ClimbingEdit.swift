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

  /// Reads the fields.
  public init(_ input: some ActInput) throws(CairnError) {
    discipline = try input.named(Self.discipline)
    isOutdoor = try input.flag(Self.outdoor)
    isPrivate = try input.flag(Self.hidden).map { $0 ?? true }
    partners = try input.texts(of: Self.partners)
    removedPartners = try input.texts(of: Self.removedPartners) ?? []
    conditions = try input.text(Self.conditions)
    for (scale, field) in Self.scales {
      if let value = try input.number(field) { numbers.append((scale, value)) }
    }
  }

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

extension ClimbingEdit {
  /// The discipline.
  package static let discipline = InputField.choice(
    "discipline",
    "The discipline",
    of: Discipline.all.map { $0.name }
  )
  private static let outdoor = InputField.flag(
    "outdoor",
    "Outdoors, at a crag",
    no: ("indoor", "Indoors, in a gym"),
    clear: "Clear whether it was indoors or outdoors"
  )
  private static let hidden = InputField.flag(
    "private",
    "Keep the session private (default)",
    no: ("public", "Make the session public")
  )
  /// The partners.
  package static let partners = InputField.list("partners", "The partners, in order", limit: 20)
  /// The partners to remove.
  package static let removedPartners = InputField.list(
    "removed_partners",
    "The partners to remove",
    limit: 20
  )
  private static let conditions = InputField.text("conditions", "Conditions of weather and rock")
  private static let ratings: [(ClimbingScale, InputField)] = [
    (.mental, .number("mental", "Mental readiness, 1 to 5", in: ClimbingScale.mental.range)),
    (
      .physical, .number("physical", "Physical readiness, 1 to 5", in: ClimbingScale.physical.range)
    ),
    (.exertion, .number("rpe", "Effort (RPE), 1 to 10", in: ClimbingScale.exertion.range)),
    (.pump, .number("pump", "Pump, 1 to 5", in: ClimbingScale.pump.range)),
  ]
  private static let weather: [(ClimbingScale, InputField)] = [
    (
      .temperature,
      .number(
        "temperature",
        "Temperature in degrees Celsius",
        in: ClimbingScale.temperature.range,
        decimals: 1,
        example: "12.5"
      )
    ),
    (
      .humidity,
      .number("humidity", "Relative humidity in percent", in: ClimbingScale.humidity.range)
    ),
  ]
  private static var scales: [(ClimbingScale, InputField)] { ratings + weather }

  /// The fields of a session at any time.
  package static let fields =
    [discipline] + ratings.map { $0.1 } + [outdoor, partners, conditions]
    + weather.map { $0.1 } + [hidden]
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
