/// A kind of label on a book: a shelf or a tag.
public struct LabelKind: Named {
  /// The stored name.
  public let name: String
  /// The plural for display.
  public let plural: String

  /// A shelf; a book can be on several.
  public static let shelf = LabelKind(name: "shelf", plural: "shelves")
  /// A tag, a word about a book.
  public static let tag = LabelKind(name: "tag", plural: "tags")

  /// Both kinds.
  public static let all = [shelf, tag]
}

extension Entry {
  /// The labels of one kind, in the order they were added.
  public subscript(_ kind: LabelKind) -> [String] {
    get { kind == .shelf ? shelves : tags }
    set { if kind == .shelf { shelves = newValue } else { tags = newValue } }
  }

  /// Adds a label; does nothing if the book has it already, ignoring case and accents.
  ///
  /// Trims white space. Throws `reading.invalid_name` for an empty name, a name of more than 200
  /// bytes or a control character such as a line break.
  public mutating func add(_ name: String, to kind: LabelKind) throws(CairnError) {
    let name = try kind.checked(name)
    guard !self[kind].contains(where: { folded($0) == folded(name) }) else { return }
    self[kind].append(name)
  }

  /// Removes a label, ignoring case and accents; returns false if the book does not have it.
  public mutating func remove(_ name: String, from kind: LabelKind) -> Bool {
    let rest = self[kind].filter { folded($0) != folded(name) }
    defer { self[kind] = rest }
    return rest.count < self[kind].count
  }

  /// Renames a label; throws `reading.invalid_name`.
  ///
  /// A book that has the new name already keeps it once.
  public mutating func rename(
    _ name: String,
    to other: String,
    in kind: LabelKind
  ) throws(CairnError) {
    let other = try kind.checked(other)
    let old = self[kind]
    guard let index = old.firstIndex(where: { folded($0) == folded(name) }) else { return }
    var rest = old
    rest[index] = other
    self[kind] = rest.enumerated()
      .filter { $0.offset == index || folded($0.element) != folded(other) }
      .map { $0.element }
  }
}

extension LabelKind {
  /// Returns the trimmed name; throws `reading.invalid_name`.
  func checked(_ text: String) throws(CairnError) -> String {
    let bytes = text.utf8.drop { $0 <= 0x20 }
    let end = bytes.lastIndex { $0 > 0x20 }.map { bytes.index(after: $0) } ?? bytes.startIndex
    let name = String(text[bytes.startIndex..<end])
    guard !name.isEmpty, !name.utf8.contains(where: { $0 < 0x20 }), name.utf8.count <= 200 else {
      throw CairnError(
        "reading.invalid_name",
        "“\(name.prefix(40))” is not a valid \(self.name) name.",
        hint: "Give one line of 1 to 200 bytes."
      )
    }
    return name
  }
}

extension LabelKind {
  /// Throws `reading.invalid_name` if a name contains a comma, which separates names in lists.
  package func requireOne(_ name: String) throws(CairnError) {
    guard name.utf8.contains(UInt8(ascii: ",")) else { return }
    throw CairnError(
      "reading.invalid_name",
      "“\(name.prefix(40))” is not a valid \(self.name) name: commas separate \(plural).",
      hint: "Remove the comma, or give each name separately."
    )
  }
}
