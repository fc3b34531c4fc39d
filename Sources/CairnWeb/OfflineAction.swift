import Cairn

/// An action of a person with its parameters.
struct OfflineAction {
  private let json: JSON

  init(_ json: JSON) {
    self.json = json
  }

  /// Returns a text; nil if it is missing or empty.
  func text(_ name: String) -> String? {
    guard case .string(let text)? = json[name] else { return nil }
    return text.isEmpty ? nil : text
  }

  /// Returns a text, which may be empty; nil if it is missing.
  func given(_ name: String) -> String? {
    guard case .string(let text)? = json[name] else { return nil }
    return text
  }

  /// Returns names separated by commas or semicolons.
  func list(_ name: String) -> [String] {
    let parts = text(name)?.split { $0 == "," || $0 == ";" } ?? []
    return parts.map { String($0) }.filter { !$0.allSatisfy { $0.isWhitespace } }
  }

  /// The tags of a climb, each helped or hindered; throws `climb.invalid_tag`.
  var tags: [(ClimbTag, TagImpact)] {
    get throws(CairnError) {
      var tags: [(ClimbTag, TagImpact)] = []
      guard case .object(let members) = json else { return tags }
      for member in members where member.key.hasPrefix("tag:") {
        guard let impact = text(member.key).flatMap({ TagImpact(name: $0) }) else { continue }
        tags.append((try ClimbTag(typed: String(member.key.dropFirst(4))), impact))
      }
      for (name, impact) in [("ownHelped", TagImpact.helped), ("ownHindered", .hindered)] {
        for word in list(name) { tags.append((try ClimbTag(typed: word), impact)) }
      }
      return tags
    }
  }

  /// Returns a position in audio: nil if the field is missing, an inner nil if it is empty.
  ///
  /// Throws `request.field`.
  func audioPosition(_ name: String) throws(CairnError) -> Milliseconds?? {
    guard let given = given(name) else { return nil }
    guard !given.isEmpty else { return .some(nil) }
    return .some(try AudioTime(given).length)
  }

  /// Returns whether the parameter is true.
  func flag(_ name: String) -> Bool { json[name] == .bool(true) }

  /// Returns a whole number; throws `request.field`.
  func number(_ name: String) throws(CairnError) -> Int64? {
    if case .integer(let number)? = json[name] { return number }
    guard let text = text(name) else { return nil }
    guard let number = Int64(text) else {
      throw CairnError("request.field", "“\(text)” is not a whole number.", hint: "")
    }
    return number
  }

  /// Returns a record id; throws `request.field`.
  func id(_ name: String) throws(CairnError) -> RecordID {
    guard let id = text(name).flatMap({ RecordID(text: $0) }) else {
      throw CairnError("request.field", "“\(name)” takes an id.", hint: "")
    }
    return id
  }
}
