import Cairn
import CairnJSON

extension JSONSchema {
  /// Returns what is wrong with a value, as a predicate that follows the field's name; nil if it is valid.
  func violation(in value: JSON) -> String? {
    switch (self, value) {
    case (.text(let limit), .string(let text)): Self.violation(in: text, limit)
    case (.formatted(let form), .string(let text)): form.accepts(text) ? nil : form.rule
    case (.choice(let names), .string(let text)) where names.contains(text): nil
    case (.integer(let range), .integer(let number)) where range.contains(number): nil
    case (.decimal, .integer), (.decimal, .number): nil
    case (.bool, .bool), (.optional, .null), (.anything, _): nil
    case (.list(let element, let limit), .array(let values)):
      values.count > limit ?? .max ? rule : values.lazy.compactMap(element.violation).first
    case (.object(let members), .object(let values)): Self.violation(in: values, members)
    case (.named(_, let shape), _), (.optional(let shape), _): shape.violation(in: value)
    default: rule
    }
  }

  private static func violation(in text: String, _ limit: Int?) -> String? {
    text.utf8.count > limit ?? .max || text.utf8.contains(0)
      ? JSONSchema.text(limit: limit).rule : nil
  }

  private static func violation(in values: [JSON.Member], _ members: [SchemaField]) -> String? {
    for value in values {
      guard let member = members.first(where: { $0.name == value.key }) else {
        return "has “\(value.key)”, which is unknown"
      }
      if let violation = member.schema.violation(in: value.value) {
        return "has “\(value.key)”, which \(violation)"
      }
    }
    let missing = members.first { member in
      member.isRequired && !values.contains { $0.key == member.name }
    }
    return missing.map { "has no “\($0.name)”" }
  }

  /// The predicate for an error message about an invalid value.
  private var rule: String {
    switch self {
    case .text(let limit): "takes a text" + (limit.map { " of at most \($0) bytes" } ?? "")
    case .formatted(let form): form.rule
    case .choice(let names): "takes one of \(names.joined(separator: ", "))"
    case .integer(let range) where range == .min ... .max: "takes a whole number"
    case .integer(ClimbingScale.temperature.range):
      "takes a whole number from -900 to 700, in tenths of a degree Celsius"
    case .integer(let range):
      "takes a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .decimal: "takes a number"
    case .bool: "takes true or false"
    case .list(_, let limit): "takes a list" + (limit.map { " of at most \($0)" } ?? "")
    case .object: "takes an object"
    case .anything: "takes a value"
    case .named(_, let shape), .optional(let shape): shape.rule
    }
  }
}
