import Foundation

/// A JSON Schema (2020-12) validator for the keywords in use; any other keyword is an error.
struct JSONSchema: Sendable {
  private let root: JSONValue

  init(_ text: String) throws {
    root = try JSONValue(text)
  }

  /// Returns the violations of a value, as `path: rule`; empty if it is valid.
  func errors(in value: JSONValue) -> [String] { errors(value, root, "") }

  /// Returns the property names of a definition.
  func properties(of definition: String) -> [String] {
    guard case .object(let all)? = root["$defs"]?[definition]?["properties"] else { return [] }
    return all.keys.sorted()
  }

  private func errors(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    guard case .object(let keywords) = schema else {
      return schema == .bool(false) ? ["\(path): not allowed"] : []
    }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, rule in
      errors(value, keyword, rule, schema, path)
    }
  }

  private func errors(
    _ value: JSONValue,
    _ keyword: String,
    _ rule: JSONValue,
    _ schema: JSONValue,
    _ path: String
  ) -> [String] {
    switch keyword {
    case "$schema", "$id", "$defs", "title", "description", "then": []
    case "$ref": errors(value, definition(rule), path)
    case "type": rule.alternatives.contains { value.isA($0) } ? [] : ["\(path): type"]
    case "const": value == rule ? [] : ["\(path): const"]
    case "enum": rule.alternatives.contains(value) ? [] : ["\(path): enum"]
    case "pattern": value.matches(rule) ? [] : ["\(path): pattern"]
    case "minimum": value.isBelow(rule) ? ["\(path): minimum"] : []
    case "maximum": rule.isBelow(value) ? ["\(path): maximum"] : []
    case "required": rule.alternatives.filter { value[$0] == nil }.map { "\(path): lacks \($0)" }
    case "items": value.elements.flatMap { errors($0, rule, path + "[]") }
    case "properties", "patternProperties", "additionalProperties", "propertyNames":
      members(of: value, keyword, rule, schema, path)
    case "allOf": rule.alternatives.flatMap { errors(value, $0, path) }
    case "oneOf": oneOf(value, rule.alternatives, path)
    case "if":
      errors(value, rule, path).isEmpty
        ? errors(value, schema["then"] ?? .bool(true), path) : []
    default: ["\(path): the keyword \(keyword) is not known here"]
    }
  }

  private func members(
    of value: JSONValue,
    _ keyword: String,
    _ rule: JSONValue,
    _ schema: JSONValue,
    _ path: String
  ) -> [String] {
    guard case .object(let members) = value else { return [] }
    return members.flatMap { name, member in
      let known = schema["properties"]?[name]
      return switch keyword {
      case "properties": errors(member, known ?? .bool(true), "\(path).\(name)")
      case "patternProperties": errors(member, name, matching: rule, path)
      case "propertyNames": errors(.text(name), rule, "\(path).\(name)")
      default: known == nil ? errors(member, rule, "\(path).\(name)") : []
      }
    }
  }

  private func errors(
    _ value: JSONValue,
    _ name: String,
    matching patterns: JSONValue,
    _ path: String
  ) -> [String] {
    guard case .object(let rules) = patterns else { return [] }
    return rules.filter { JSONValue.text(name).matches(.text($0.key)) }
      .flatMap { errors(value, $0.value, "\(path).\(name)") }
  }

  /// Reports the errors of the alternative with the fewest.
  private func oneOf(_ value: JSONValue, _ rules: [JSONValue], _ path: String) -> [String] {
    let all = rules.map { errors(value, $0, path) }
    let valid = all.count { $0.isEmpty }
    if valid > 1 { return ["\(path): \(valid) of oneOf"] }
    return valid == 1 ? [] : all.min { $0.count < $1.count } ?? ["\(path): oneOf"]
  }

  private func definition(_ reference: JSONValue) -> JSONValue {
    guard case .text(let text) = reference, text.hasPrefix("#/$defs/"),
      let found = root["$defs"]?[String(text.dropFirst(8))]
    else { return .bool(false) }
    return found
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] {
    guard case .list(let elements) = self else { return [] }
    return elements
  }

  /// The elements of a list, or the single value.
  fileprivate var alternatives: [JSONValue] {
    guard case .list(let elements) = self else { return [self] }
    return elements
  }

  fileprivate subscript(name: JSONValue) -> JSONValue? {
    guard case .text(let text) = name else { return nil }
    return self[text]
  }

  fileprivate func isA(_ name: JSONValue) -> Bool {
    let names = ["text": "string", "list": "array"]
    return name == .text(names[type] ?? type)
  }

  fileprivate func matches(_ pattern: JSONValue) -> Bool {
    guard case .text(let text) = self, case .text(let expression) = pattern else { return true }
    return text.range(of: expression, options: .regularExpression) != nil
  }

  fileprivate func isBelow(_ other: JSONValue) -> Bool {
    guard case .integer(let mine) = self, case .integer(let theirs) = other else { return false }
    return mine < theirs
  }
}
