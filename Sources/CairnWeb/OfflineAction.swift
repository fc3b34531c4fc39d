import Cairn
import CairnActions

/// An action of a person with its parameters, which are those of the form that asks for it.
struct OfflineAction: TypedInput {
  private let json: JSON

  init(_ json: JSON) {
    self.json = json
  }

  /// Returns the text of a field; nil if it is missing.
  func typed(_ name: String) -> String? {
    switch json[name] {
    case .string(let text): text
    case .integer(let number): "\(number)"
    default: nil
    }
  }

  /// Returns a text; nil if it is missing or empty.
  func text(_ name: String) -> String? { typed(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The action without empty fields, because a new session has nothing to clear.
  var filled: OfflineAction {
    guard case .object(let members) = json else { return self }
    return OfflineAction(.object(members.filter { $0.value != .string("") }))
  }

  /// The tags of a climb that are chosen by a button, each helped or hindered; throws `climb.invalid_tag`.
  var tags: [(ClimbTag, TagImpact)] {
    get throws(CairnError) {
      var tags: [(ClimbTag, TagImpact)] = []
      guard case .object(let members) = json else { return tags }
      for member in members where member.key.hasPrefix("tag:") {
        guard let impact = text(member.key).flatMap({ TagImpact(name: $0) }) else { continue }
        tags.append((try ClimbTag(typed: String(member.key.dropFirst(4))), impact))
      }
      return tags
    }
  }

  /// Returns a record id; throws `request.field`.
  func id(_ name: String) throws(CairnError) -> RecordID {
    guard let id = text(name).flatMap({ RecordID(text: $0) }) else {
      throw .otherVersion("request.field", "“\(name)” takes an id")
    }
    return id
  }
}
