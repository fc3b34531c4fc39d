import Cairn
import CairnStore

/// Changes to the climbing part of a session; nil leaves a value unchanged.
struct ClimbingEdit: Sendable {
  /// The new ratings and measurements; the inner nil clears a value.
  var numbers: [(scale: ClimbingScale, value: Int64?)] = []
  /// The new discipline; the inner nil clears it.
  var discipline: Discipline??
  /// Whether the session was outdoors; the inner nil clears it.
  var isOutdoor: Bool??
  /// Whether the session is hidden from other people.
  var isPrivate: Bool?
  /// The new partners; an empty list clears them.
  var partners: [String]?
  /// The new description of weather and rock; an empty one clears it.
  var conditions: String?

  /// Whether nothing changes.
  var isEmpty: Bool {
    numbers.isEmpty && discipline == nil && isOutdoor == nil && isPrivate == nil
      && partners == nil && conditions == nil
  }

  /// Applies the changes to a session's detail; throws `climbing.invalid_value`.
  func apply(to detail: inout Climbing) throws(CairnError) {
    for (scale, value) in numbers { try detail.set(scale, value) }
    if let discipline { detail.discipline = discipline }
    if let isOutdoor { detail.isOutdoor = isOutdoor }
    if let isPrivate { detail.isPrivate = isPrivate }
    if let partners { detail.setPartners(partners) }
    if let conditions { detail.setConditions(conditions) }
  }

  /// Applies the changes to a session; throws `climbing.other_kind` for another kind of session.
  func apply(to id: SessionID, in writer: LogWriter) throws {
    guard !isEmpty else { return }
    try writer.requireClimbing(id)
    try writer.change(id, as: Climbing.self) { try apply(to: &$0.detail) }
    if isPrivate == true { try writer.reassertPrivate(id) }
  }
}

extension ClimbingEdit {
  static let members =
    [
      SchemaField("discipline", .discipline, "the discipline"),
      SchemaField("outdoor", .bool, "true at a crag, false in a gym"),
      SchemaField("private", .bool, "whether the session is hidden from others; default true"),
      SchemaField("partners", .list(.text, limit: 20), "the partners, in order"),
      SchemaField("conditions", .text, "weather and rock conditions"),
    ] + ClimbingScale.all.map { SchemaField($0.name, .integer($0.range), $0.meaning) }

  /// Reads the declared fields.
  init(_ input: Input) {
    if input.has("discipline") {
      discipline = .some(input.text("discipline").flatMap { Discipline(name: $0) })
    }
    if input.has("outdoor") { isOutdoor = .some(input.choice("outdoor")) }
    if input.has("private") { isPrivate = input.choice("private") ?? true }
    if input.has("partners") { partners = input.texts("partners") ?? [] }
    conditions = input.edited("conditions")
    for scale in ClimbingScale.all {
      if let value = input.editedNumber(scale.name) { numbers.append((scale, value)) }
    }
  }
}

extension ClimbingScale {
  /// The description in the API documentation.
  fileprivate var meaning: String {
    switch self {
    case .mental: "mental readiness, 1 (low) to 5 (high)"
    case .physical: "physical readiness, 1 (low) to 5 (high)"
    case .exertion: "effort (RPE), 1 (easy) to 10 (hard)"
    case .pump: "forearm pump, 1 (none) to 5 (maxed)"
    case .temperature: "the temperature in tenths of a degree Celsius"
    default: "the relative humidity in percent"
    }
  }
}
