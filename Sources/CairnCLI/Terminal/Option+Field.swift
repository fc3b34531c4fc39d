import Cairn

extension Option {
  /// Creates the option of a field; what is given here is of the command line only.
  init(
    _ field: InputField,
    as name: String? = nil,
    _ help: String? = nil,
    placeholder: String? = nil,
    completion: CompletionSource? = nil
  ) {
    self.init(
      name: name ?? field.option.replacing("_", with: "-"),
      short: nil,
      placeholder: field.isFlag ? nil : placeholder ?? field.placeholder,
      help: help ?? field.help,
      completion: completion ?? field.completion,
      isRepeatable: field.isFlag || field.isList,
      isHidden: false,
      field: field.key
    )
  }

  /// Creates a flag that sets a field to another value than true.
  fileprivate init(_ field: InputField, as name: String, _ help: String, sets value: FieldValue) {
    self.init(field, as: name, help + ".")
    sets = value
  }
}

extension [InputField] {
  /// The options of the fields, in order.
  var options: [Option] { flatMap(\.options) }
}

extension InputField {
  /// The option of the field, and those that set a flag to false or clear it.
  fileprivate var options: [Option] {
    guard case .flag(let no, let clear) = form else { return [Option(self)] }
    return [Option(self)]
      + (no.map { [Option(self, as: $0.option, $0.label, sets: .bool(false))] } ?? [])
      + (clear.map { [Option(self, as: "no-\(option)", $0, sets: .null)] } ?? [])
  }

  fileprivate var isFlag: Bool { if case .flag = form { true } else { false } }
  fileprivate var isList: Bool { if case .list = form { true } else { false } }

  /// The sentence in help, such as “The playback speed: 1.25; or none.”.
  fileprivate var help: String {
    var example = example
    if case .choice(let words) = form { example = words.joined(separator: ", ") }
    let none = !isClearable || isFlag ? "" : example == nil ? ", or none" : "; or none"
    return label + (example.map { ": \($0)" } ?? "") + none + "."
  }

  /// The placeholder of a value in help.
  fileprivate var placeholder: String {
    switch form {
    case .number, .flag: "N"
    case .choice, .list: "NAME"
    case .text: "TEXT"
    case .audio: "POSITION"
    case .instant: "TIME"
    case .date: "DATE"
    case .id: option.uppercased()
    }
  }

  /// The words of a choice, or the numbers of a short range.
  fileprivate var completion: CompletionSource {
    let none = isClearable ? ["none"] : []
    switch form {
    case .choice(let words): return .values(words + none)
    case .number(let range, 0) where range.upperBound <= 10:
      return .values(range.map { String($0) } + none)
    default: return .none
    }
  }
}
