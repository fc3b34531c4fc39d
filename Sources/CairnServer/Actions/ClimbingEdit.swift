import Cairn
import CairnStore

/// What a climber says of a session; what they do not say stays as it is, and each can be cleared.
struct ClimbingEdit: Sendable {
  /// The numbers; an inner nil takes one away.
  var numbers: [(scale: ClimbingScale, value: Int64?)] = []
  /// What was climbed; the inner nil takes it away.
  var discipline: Discipline??
  /// Whether it was at a crag; the inner nil takes it away.
  var isOutdoor: Bool??
  /// Whether others must not see it.
  var isPrivate: Bool?
  /// Who came along; none takes all away.
  var partners: [String]?
  /// Weather and rock; empty takes them away.
  var conditions: String?

  /// Whether nothing is said.
  var isEmpty: Bool {
    numbers.isEmpty && discipline == nil && isOutdoor == nil && isPrivate == nil
      && partners == nil && conditions == nil
  }

  /// Puts it on what a session records; throws `climbing.invalid_value`.
  func apply(to detail: inout Climbing) throws(CairnError) {
    for (scale, value) in numbers { try detail.set(scale, value) }
    if let discipline { detail.discipline = discipline }
    if let isOutdoor { detail.isOutdoor = isOutdoor }
    if let isPrivate { detail.isPrivate = isPrivate }
    if let partners { detail.setPartners(partners) }
    if let conditions { detail.setConditions(conditions) }
  }

  /// Puts it on a session; throws `climbing.other_kind` for one of another kind.
  func apply(to id: SessionID, in writer: LogWriter) throws {
    guard !isEmpty else { return }
    try writer.requireClimbing(id)
    try writer.change(id, as: Climbing.self) { try apply(to: &$0.detail) }
    if isPrivate == true { try writer.keepPrivate(id) }
  }
}

extension ClimbingEdit {
  static let members =
    [
      SchemaField("discipline", .discipline, "what is climbed"),
      SchemaField("outdoor", .bool, "at a crag, or not"),
      SchemaField("private", .bool, "others must not see it; so it is unless you say otherwise"),
      SchemaField("partners", .list(.text, limit: 20), "who comes along, in order"),
      SchemaField("conditions", .text, "weather and rock"),
    ] + ClimbingScale.all.map { SchemaField($0.name, .integer($0.range), $0.meaning) }

  /// Reads the members that are declared.
  init(_ input: Input) {
    if input.says("discipline") {
      discipline = .some(input.text("discipline").flatMap { Discipline(name: $0) })
    }
    if input.says("outdoor") { isOutdoor = .some(input.choice("outdoor")) }
    if input.says("private") { isPrivate = input.choice("private") ?? true }
    if input.says("partners") { partners = input.texts("partners") ?? [] }
    conditions = input.edited("conditions")
    for scale in ClimbingScale.all {
      if let value = input.editedNumber(scale.name) { numbers.append((scale, value)) }
    }
  }
}

extension ClimbingScale {
  /// What it is, for the description of the API.
  fileprivate var meaning: String {
    switch self {
    case .mental: "how ready the mind is, 1 (low) to 5 (high)"
    case .physical: "how ready the body is, 1 (low) to 5 (high)"
    case .exertion: "how hard it was, 1 (easy) to 10 (hard)"
    case .pump: "how pumped the forearms were, 1 (not) to 5 (maxed)"
    case .temperature: "in tenths of a degree Celsius"
    default: "of the air, in percent"
    }
  }
}
