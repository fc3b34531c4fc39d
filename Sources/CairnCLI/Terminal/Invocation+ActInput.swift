import Cairn
import CairnActions

extension Invocation: ActInput {
  /// Returns the value of a field; nil if none of its options was given.
  ///
  /// A time and an id depend on the log, so the command reads them itself. Throws `usage.value`.
  func value(of field: InputField) throws(CairnError) -> FieldValue? {
    let given = options(of: field).filter { isGiven($0.name) }
    guard given.allSatisfy(\.takesValue) else {
      guard given.count == 1 else { throw .exclusive("usage.value", given.map { "--\($0.name)" }) }
      return given[0].sets
    }
    let isArgument = arguments.contains { $0.name == field.option }
    guard let name = given.first?.name ?? (isArgument ? field.option : nil), let word = value(name)
    else { return nil }
    if word.isEmpty, given.first?.emptyClears == true { return .null }
    return try value(of: field, word, name)
  }

  private func value(
    of field: InputField,
    _ word: String,
    _ name: String
  ) throws(CairnError) -> FieldValue? {
    if field.isClearable, word == "none" || word.isEmpty && field.isText { return .null }
    if case .choice(let words) = field.form {
      return try choice(name, of: words + (field.isClearable ? ["none"] : [])).map { .text($0) }
    }
    if let value = field.value(typed: word) { return value }
    let rule = field.rule + (field.isClearable ? ", or none" : "")
    throw invalid(name, word, rule: rule, hint: hint(field, name, word))
  }

  private func hint(_ field: InputField, _ name: String, _ word: String) -> String? {
    if field.key == "page", word.hasSuffix("%"), takes("percent") {
      return "Write --percent \(word.dropLast()) for a percentage of the book."
    }
    return field.example.map { "Write --\(name) \($0)." }
  }

  /// Returns the values of a repeatable option; `none` alone clears.
  func texts(of field: InputField) -> [String]? {
    let given = options(of: field).flatMap { values($0.name) }
    return given.isEmpty ? nil : field.isClearable && given == ["none"] ? [] : given
  }

  /// Returns `usage.position`.
  func conflict(of fields: [InputField]) -> CairnError {
    let names = fields.map { options(of: $0).first?.name ?? $0.option }
    return .exclusive("usage.position", names.map { "--\($0)" })
  }
}

extension InputField {
  /// Whether an empty word clears it; an empty number is rather a variable of the shell without a value.
  fileprivate var isText: Bool {
    switch form {
    case .text, .choice: true
    default: false
    }
  }
}
