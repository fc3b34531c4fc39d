import Cairn
import CairnJSON
import CairnReports
import CairnActions

extension ClimbingEdit {
  static let members =
    [
      SchemaField("discipline", Discipline.schema, "the discipline"),
      SchemaField("outdoor", .bool, "true at a crag, false in a gym"),
      SchemaField("private", .bool, "whether the session is hidden from others; default true"),
      SchemaField("partners", .list(.text, limit: 20), "the partners, in order"),
      SchemaField("conditions", .text, "weather and rock conditions"),
    ] + ClimbingScale.all.map { SchemaField($0.name, .integer($0.range), $0.meaning) }

  /// Reads the declared fields.
  init(_ input: Input) {
    self.init()
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
