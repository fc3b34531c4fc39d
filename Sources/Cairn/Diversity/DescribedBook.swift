/// A work on the shelf with all that is known of it and its authors.
///
/// What is known of an author is stored once, with the author. It holds for every work of theirs by
/// being looked up here, so that works to come have it as well and nothing has to be copied.
public struct DescribedBook: Sendable, Equatable {
  /// Someone who wrote it, with what is known of them.
  public struct Writer: Sendable, Equatable {
    /// The identity.
    public let id: Identifier<Author>
    /// The name.
    public let name: String
    /// What is known.
    public var facts: KnownFacts
    /// Whether the name stands for many people, so that nothing is known of them.
    public let isAnonymous: Bool

    /// Gathers an author.
    public init(id: Identifier<Author>, name: String, facts: KnownFacts) {
      (self.id, self.name, self.facts) = (id, name, facts)
      isAnonymous = Author.isAnonymous(name)
    }
  }

  /// The work.
  public let work: Identifier<Work>
  /// Its entry; of several the first.
  public let entry: Identifier<Entry>
  /// The title.
  public let title: String
  /// Those who wrote it, in order; translators and others who took part are none of them.
  public var writers: [Writer]
  /// What is known of the work, and what it overrules of its authors.
  public var facts: KnownFacts
  /// The year it first appeared.
  public let firstYear: Int64?
  /// Whether it is only wished for.
  public let isWished: Bool
  /// The day it came onto the shelf.
  public let added: LocalDay?
  /// When readings of it were started; nil for one on a day nobody knows.
  public let starts: [PartialDay?]
  /// When readings of it were finished; nil for one on a day nobody knows.
  public let finishes: [PartialDay?]

  /// Gathers a book.
  public init(
    work: Identifier<Work>,
    entry: Identifier<Entry>,
    title: String,
    writers: [Writer],
    facts: KnownFacts,
    firstYear: Int64? = nil,
    isWished: Bool = false,
    added: LocalDay? = nil,
    starts: [PartialDay?] = [],
    finishes: [PartialDay?] = []
  ) {
    (self.work, self.entry, self.title) = (work, entry, title)
    // Who is named twice wrote it once.
    self.writers =
      writers.count < 2
      ? writers
      : writers.enumerated().filter { place, one in
        !writers.prefix(place).contains { $0.id == one.id }
      }.map { $0.element }
    (self.facts, self.firstYear, self.isWished) = (facts, firstYear, isWished)
    (self.added, self.starts, self.finishes) = (added, starts, finishes)
  }
}

extension DescribedBook {
  /// How many shares a fact has: one for each author, and one of a work without authors, of a fact of
  /// the work itself, and of what is said of this work alone.
  private func shareCount(_ kind: FactKind) -> Int {
    facts.knows(kind) || !kind.isOfAuthor ? 1 : max(1, writers.count)
  }

  /// What holds for one share; nil where it is unknown.
  private func value(_ kind: FactKind, of share: Int) -> String? {
    if let own = facts.value(kind) { return own }
    guard kind.isOfAuthor, !writers.isEmpty, !writers[share].isAnonymous else { return nil }
    return writers[share].facts.value(kind)
  }

  /// What holds for each of its shares, one for each author; nil where it is unknown.
  ///
  /// What is said of this work alone wins over what is said of its authors, and holds for all of
  /// them. Nothing cascades from a name that stands for many people. A work without authors, and a
  /// fact of the work itself, has one share.
  public func facts(_ kind: FactKind) -> [Fact?] {
    if let own = facts[kind] { return [own] }
    guard kind.isOfAuthor, !writers.isEmpty else { return [nil] }
    return writers.map { $0.isAnonymous ? nil : $0.facts[kind] }
  }

  /// Tells of each share in a dimension which it is, of how many, and its category or nil where that
  /// is unknown; of accessibility the categories with blanks between them.
  ///
  /// A translation is a book whose original language is none of those the person `reads`. Nothing is
  /// gathered on the way: a page asks it of each book of a shelf in seven dimensions.
  package func eachShare(
    _ dimension: Dimension,
    reads: [Language],
    _ tell: (_ share: Int, _ count: Int, _ category: String?) -> Void
  ) {
    guard let kind = dimension.fact else { return tell(0, 1, firstYear.map { Category.era($0) }) }
    let count = shareCount(kind)
    for share in 0..<count {
      let value = value(kind, of: share)
      if dimension == .translation, let value {
        tell(share, count, reads.contains { $0.isSame(as: value) } ? "original" : "translated")
      } else {
        tell(share, count, value)
      }
    }
  }

  /// The categories of a dimension for each of its shares; nil where it is unknown.
  ///
  /// Only accessibility has shares in several categories at once.
  public func shares(_ dimension: Dimension, reads: [Language]) -> [[String]?] {
    var shares: [[String]?] = []
    eachShare(dimension, reads: reads) { _, _, category in
      let words = dimension == .accessibility ? category?.split(separator: " ") : nil
      shares.append(words.map { $0.map { String($0) } } ?? category.map { [$0] })
    }
    return shares
  }

  /// Whether nothing about it is unknown in a dimension.
  public func isKnown(_ dimension: Dimension) -> Bool {
    guard let kind = dimension.fact else { return firstYear != nil }
    return (0..<shareCount(kind)).allSatisfy { value(kind, of: $0) != nil }
  }

  /// The dimensions in which something is unknown, in the order of questions.
  public var missing: [Dimension] { Dimension.core.filter { !isKnown($0) } }
}

extension Author {
  /// Whether a name stands for many people, so that nothing can be known of them.
  public static func isAnonymous(_ name: String) -> Bool {
    DiversityWords.namesOfMany.contains(folded(name))
  }
}
