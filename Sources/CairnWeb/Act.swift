import Cairn

/// What a person does, with what they say of it.
struct Act {
  private let json: JSON

  init(_ json: JSON) {
    self.json = json
  }

  /// A text without blanks around it; nil when nothing is left.
  func text(_ name: String) -> String? {
    guard case .string(let text)? = json[name] else { return nil }
    return text.isEmpty ? nil : text
  }

  /// A text as it is, which may be empty; nil when it is not said.
  func said(_ name: String) -> String? {
    guard case .string(let text)? = json[name] else { return nil }
    return text
  }

  /// Whether it is said to be so.
  func flag(_ name: String) -> Bool { json[name] == .bool(true) }

  /// A whole number as it was typed; throws `request.field`.
  func number(_ name: String) throws(CairnError) -> Int64? {
    if case .integer(let number)? = json[name] { return number }
    guard let text = text(name) else { return nil }
    guard let number = Int64(text) else {
      throw CairnError("request.field", "“\(text)” is not a whole number.", hint: "")
    }
    return number
  }

  /// The id it is about; throws `request.field`.
  func id(_ name: String) throws(CairnError) -> RecordID {
    guard let id = text(name).flatMap({ RecordID(text: $0) }) else {
      throw CairnError("request.field", "“\(name)” takes an id.", hint: "")
    }
    return id
  }
}
