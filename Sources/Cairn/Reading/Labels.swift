/// What a person puts names on books for: to shelve them, or to tag them.
public struct LabelKind: Named {
  /// The stored name.
  public let name: String
  /// Several of them, for a person.
  public let plural: String

  /// A place among the person's books; a book can stand on several.
  public static let shelf = LabelKind(name: "shelf", plural: "shelves")
  /// A word about a book.
  public static let tag = LabelKind(name: "tag", plural: "tags")

  /// Both.
  public static let all = [shelf, tag]
}

extension Entry {
  /// The names of one kind this book has, in the order they were given.
  public subscript(_ kind: LabelKind) -> [String] {
    get { kind == .shelf ? shelves : tags }
    set { if kind == .shelf { shelves = newValue } else { tags = newValue } }
  }

  /// Gives the book a name; one it has already, whatever its case and accents, stays as it is.
  ///
  /// Blanks around the name are dropped. Throws `reading.invalid_name` for a name without a letter
  /// or with a line break.
  public mutating func add(_ name: String, to kind: LabelKind) throws(CairnError) {
    let name = try kind.checked(name)
    guard !self[kind].contains(where: { folded($0) == folded(name) }) else { return }
    self[kind].append(name)
  }

  /// Takes a name from the book, whatever its case and accents; false when it has none like it.
  public mutating func remove(_ name: String, from kind: LabelKind) -> Bool {
    let rest = self[kind].filter { folded($0) != folded(name) }
    defer { self[kind] = rest }
    return rest.count < self[kind].count
  }

  /// Puts another name in the place of one; throws `reading.invalid_name`.
  ///
  /// A book that has the new name already keeps it once.
  public mutating func rename(
    _ name: String,
    to other: String,
    in kind: LabelKind
  ) throws(CairnError) {
    let other = try kind.checked(other)
    let old = self[kind]
    guard let place = old.firstIndex(where: { folded($0) == folded(name) }) else { return }
    var rest = old
    rest[place] = other
    self[kind] = rest.enumerated()
      .filter { $0.offset == place || folded($0.element) != folded(other) }
      .map { $0.element }
  }
}

extension LabelKind {
  /// The name without blanks around it; throws `reading.invalid_name`.
  func checked(_ text: String) throws(CairnError) -> String {
    let bytes = text.utf8.drop { $0 <= 0x20 }
    let end = bytes.lastIndex { $0 > 0x20 }.map { bytes.index(after: $0) } ?? bytes.startIndex
    let name = String(text[bytes.startIndex..<end])
    guard !name.isEmpty, !name.utf8.contains(where: { $0 < 0x20 }), name.utf8.count <= 200 else {
      throw CairnError(
        "reading.invalid_name",
        "“\(name.prefix(40))” cannot be the name of a \(self.name).",
        hint: "Give one line of 1 to 200 bytes."
      )
    }
    return name
  }
}
