/// The tags of a session, words of the person's own.
///
/// Each is stored in a field of its own, so that devices that add different tags keep both. Spellings that differ only
/// in case, accents or punctuation are the same tag.
public struct SessionTags: Sendable, Hashable {
  private struct Tag: Hashable {
    let field: String
    /// The spelling; nil for a tag that was removed.
    var name: String?
  }

  private var stored: [Tag] = []

  /// Creates an empty set.
  public init() {}

  /// Creates a set of names that were checked before.
  package init(_ names: [String]) {
    stored = names.map { Tag(field: Self.field($0), name: $0) }
  }

  /// The names, in alphabetical order.
  public var names: [String] {
    stored.compactMap { $0.name }.sorted { (folded($0), $0) < (folded($1), $1) }
  }

  /// The names with the sign with which a person types them: `+beach +holiday`.
  package var signed: String { names.map { "+\($0)" }.joined(separator: " ") }

  /// Whether there are no tags.
  public var isEmpty: Bool { stored.allSatisfy { $0.name == nil } }

  /// Returns whether a name is one of the tags.
  public func contains(_ name: String) -> Bool {
    let field = Self.field(name)
    return stored.contains { $0.field == field && $0.name != nil }
  }

  /// Adds a tag, which keeps its spelling if it is known; throws `session.invalid_tag`.
  public mutating func add(_ name: String) throws(CairnError) {
    let name = try Self.checked(name)
    guard !contains(name) else { return }
    set(Self.field(name), try Self.new(name))
  }

  /// Removes a tag; returns false if there is none with this name.
  public mutating func remove(_ name: String) -> Bool {
    guard contains(name) else { return false }
    set(Self.field(name), nil)
    return true
  }

  /// Adds the names that are missing and removes all others; throws `session.invalid_tag`.
  public mutating func replace(with names: [String]) throws(CairnError) {
    let wanted = SessionTags(try names.map { (name) throws(CairnError) in try Self.checked(name) })
    for name in self.names where !wanted.contains(name) { _ = remove(name) }
    for name in names { try add(name) }
  }

  /// Returns these tags and those of another session.
  func union(_ other: SessionTags) -> SessionTags {
    var both = self
    for name in other.names where !contains(name) { both.set(Self.field(name), name) }
    return both
  }

  private mutating func set(_ field: String, _ name: String?) {
    stored.removeAll { $0.field == field }
    stored.append(Tag(field: field, name: name))
  }
}

extension SessionTags {
  /// The sign before a tag on the command line and in a typed line.
  ///
  /// A shell takes `#` for a comment, and `@` stands before a place.
  package static let sign: Character = "+"

  /// Returns the tag that a word such as `+beach` or `+2026` stands for; nil for `+1h`, `+30` and any other word.
  package static func name(signed word: String) -> String? {
    guard word.first == sign, word.count > 1 else { return nil }
    let name = String(word.dropFirst())
    return name.first == sign || isTime(name) ? nil : name
  }

  /// Returns whether a text after a plus reads as a duration or a clock time, or as a number of up to three digits.
  private static func isTime(_ text: String) -> Bool {
    let isNumber = text.utf8.allSatisfy { (0x30...0x3A).contains($0) || $0 == 0x2E }
    return isNumber && (text.utf8.count < 4 || text.contains(":"))
      || Milliseconds(durationText: text) != nil
  }

  /// Returns a name that a person adds, without a sign before it; throws `session.invalid_tag`.
  ///
  /// A name that reads as a time could not be typed with its sign.
  package static func new(_ text: String) throws(CairnError) -> String {
    let name = try checked(text)
    guard !isTime(name) else {
      throw CairnError(
        "session.invalid_tag",
        "“\(name)” is not a valid tag, because +\(name) reads as a time.",
        hint: "Add a word to it, such as day-\(name)."
      )
    }
    return name
  }

  /// Returns the name as one line, without a sign before it; throws `session.invalid_tag`.
  package static func checked(_ text: String) throws(CairnError) -> String {
    let line = collapsedLine(text) ?? ""
    let name = String(line.drop { $0 == sign || $0 == "#" })
    let isOne = !name.utf8.contains { $0 < 0x20 || $0 == 0x2C || $0 == 0x3B }
    guard isOne, !name.isEmpty, name.utf8.count <= 100 else {
      throw CairnError(
        "session.invalid_tag",
        "“\(text.prefix(40))” is not a valid tag.",
        hint: "Give one line of 1 to 100 bytes without commas and semicolons."
      )
    }
    return name
  }
}

extension SessionTags {
  /// What the names of the fields start with.
  package static let prefix = "tag."

  /// Returns the field of a tag: the names of fields have no letters beyond ASCII, so it is derived.
  private static func field(_ name: String) -> String {
    let id = RecordID(derivedFrom: ["session_tag", folded(name)])
    return prefix + String(decoding: id.text.utf8.filter { $0 != 0x2D }, as: UTF8.self)
  }

  /// Reads the tags of a session; throws `record.malformed` for one that a person cannot add or whose field is another's.
  init(fields: Fields) throws(CairnError) {
    for field in fields.names where field.hasPrefix(Self.prefix) {
      let name = try fields.text(field)
      guard name.map({ Self.isValid($0, in: field) }) ?? true else {
        throw Fields.malformed(field, "a tag")
      }
      stored.append(Tag(field: field, name: name))
    }
  }

  private static func isValid(_ name: String, in field: String) -> Bool {
    (try? checked(name)) == name && Self.field(name) == field
  }

  /// Sets the field of each tag, to null if it was removed.
  func write(to fields: inout Fields) {
    for tag in stored { fields.set(tag.field, tag.name) }
  }
}
