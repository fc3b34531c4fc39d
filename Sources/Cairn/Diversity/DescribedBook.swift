/// A work on the shelf with all known facts about it and its authors.
///
/// A fact about an author is stored once, with the author. It is looked up for every work of that
/// author, so that new works have it too and nothing is copied.
public struct DescribedBook: Sendable, Equatable {
  /// An author with the known facts about them.
  public struct Writer: Sendable, Equatable {
    /// The ID.
    public let id: Identifier<Author>
    /// The name.
    public let name: String
    /// The known facts.
    public var facts: KnownFacts
    /// Whether the name is a collective one such as “various”, so that no fact can apply.
    public let isAnonymous: Bool

    /// Creates a writer.
    public init(id: Identifier<Author>, name: String, facts: KnownFacts) {
      (self.id, self.name, self.facts) = (id, name, facts)
      isAnonymous = Author.isAnonymous(name)
    }
  }

  /// The work.
  public let work: Identifier<Work>
  /// Its entry; the first one if there are several.
  public let entry: Identifier<Entry>
  /// The title.
  public let title: String
  /// The authors, in order, without translators and other contributors.
  public var writers: [Writer]
  /// The known facts of the work, including overrides of author facts.
  public var facts: KnownFacts
  /// The year of first publication.
  public let firstYear: Int64?
  /// Whether it is only on the wishlist.
  public let isOnWishlist: Bool
  /// The day it was added to the shelf.
  public let added: LocalDay?
  /// The start dates of its read-throughs; nil for an unknown date.
  public let starts: [PartialDay?]
  /// The finish dates of its read-throughs; nil for an unknown date.
  public let finishes: [PartialDay?]

  /// Creates a described book.
  public init(
    work: Identifier<Work>,
    entry: Identifier<Entry>,
    title: String,
    writers: [Writer],
    facts: KnownFacts,
    firstYear: Int64? = nil,
    isOnWishlist: Bool = false,
    added: LocalDay? = nil,
    starts: [PartialDay?] = [],
    finishes: [PartialDay?] = []
  ) {
    (self.work, self.entry, self.title) = (work, entry, title)
    // An author who is listed twice counts once.
    self.writers =
      writers.count < 2
      ? writers
      : writers.enumerated().filter { index, one in
        !writers.prefix(index).contains { $0.id == one.id }
      }.map { $0.element }
    (self.facts, self.firstYear, self.isOnWishlist) = (facts, firstYear, isOnWishlist)
    (self.added, self.starts, self.finishes) = (added, starts, finishes)
  }
}

extension DescribedBook {
  /// Returns the number of shares of a fact: one per author, but a single one for a work without
  /// authors, for a fact about the work itself, and for an override.
  private func shareCount(_ kind: FactKind) -> Int {
    facts.knows(kind) || !kind.isOfAuthor ? 1 : max(1, writers.count)
  }

  /// Returns the value for one share; nil if unknown.
  private func value(_ kind: FactKind, of share: Int) -> String? {
    if let own = facts.value(kind) { return own }
    guard kind.isOfAuthor, !writers.isEmpty, !writers[share].isAnonymous else { return nil }
    return writers[share].facts.value(kind)
  }

  /// Returns the fact for each of its shares, one per author; nil if unknown.
  ///
  /// An override of the work takes precedence and applies to all its authors. A collective name
  /// has no facts. A work without authors has one share, and so has a fact about the work itself.
  public func facts(_ kind: FactKind) -> [Fact?] {
    if let own = facts[kind] { return [own] }
    guard kind.isOfAuthor, !writers.isEmpty else { return [nil] }
    return writers.map { $0.isAnonymous ? nil : $0.facts[kind] }
  }

  /// Calls the closure for each share in a dimension with its index, the share count and its category.
  ///
  /// The category is nil if unknown; for accessibility it is a list separated by spaces. A translation
  /// is a book with an original language that the person does not read (`reads`). It allocates nothing,
  /// because a page calls it for each book of a shelf in seven dimensions.
  package func eachShare(
    _ dimension: Dimension,
    reads: [Language],
    _ body: (_ share: Int, _ count: Int, _ category: String?) -> Void
  ) {
    guard let kind = dimension.fact else { return body(0, 1, firstYear.map { Category.era($0) }) }
    let count = shareCount(kind)
    for share in 0..<count {
      let value = value(kind, of: share)
      if dimension == .translation, let value {
        body(share, count, reads.contains { $0.isSame(as: value) } ? "original" : "translated")
      } else {
        body(share, count, value)
      }
    }
  }

  /// Returns the categories of each share in a dimension; nil if unknown.
  ///
  /// Only in accessibility can a share have several categories at once.
  public func shares(_ dimension: Dimension, reads: [Language]) -> [[String]?] {
    var shares: [[String]?] = []
    eachShare(dimension, reads: reads) { _, _, category in
      let features = dimension == .accessibility ? category?.split(separator: " ") : nil
      shares.append(features.map { $0.map { String($0) } } ?? category.map { [$0] })
    }
    return shares
  }

  /// Returns whether everything is known about it in a dimension.
  public func isKnown(_ dimension: Dimension) -> Bool {
    guard let kind = dimension.fact else { return firstYear != nil }
    return (0..<shareCount(kind)).allSatisfy { value(kind, of: $0) != nil }
  }

  /// The dimensions with unknown values, in the order of questions.
  public var missing: [Dimension] { Dimension.core.filter { !isKnown($0) } }
}

extension Author {
  /// Returns whether a name is a collective one such as “various”, so that no fact can apply.
  public static func isAnonymous(_ name: String) -> Bool {
    DiversityText.collectiveNames.contains(folded(name))
  }
}
