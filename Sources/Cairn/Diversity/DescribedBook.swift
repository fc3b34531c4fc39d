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
    self.writers = writers.enumerated().filter { place, one in
      !writers.prefix(place).contains { $0.id == one.id }
    }.map { $0.element }
    (self.facts, self.firstYear, self.isWished) = (facts, firstYear, isWished)
    (self.added, self.starts, self.finishes) = (added, starts, finishes)
  }
}

extension DescribedBook {
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

  /// The categories of a dimension for each of its shares; nil where it is unknown.
  ///
  /// Only accessibility has shares in several categories at once. A translation is a book whose
  /// original language is none of those the person `reads`.
  public func shares(_ dimension: Dimension, reads: [Language]) -> [[String]?] {
    guard let kind = dimension.fact else { return [firstYear.map { [Category.era($0)] }] }
    return facts(kind).map { fact in
      guard let value = fact?.value else { return nil }
      switch dimension {
      case .translation:
        return [reads.contains { $0.isSame(as: value) } ? "original" : "translated"]
      case .accessibility: return value.split(separator: " ").map { String($0) }
      default: return [value]
      }
    }
  }

  /// Whether nothing about it is unknown in a dimension.
  public func isKnown(_ dimension: Dimension) -> Bool {
    dimension.fact.map { facts($0).allSatisfy { $0 != nil } } ?? (firstYear != nil)
  }

  /// The dimensions in which something is unknown, in the order of questions.
  public var missing: [Dimension] { Dimension.core.filter { !isKnown($0) } }
}

extension Author {
  /// Whether a name stands for many people, so that nothing can be known of them.
  public static func isAnonymous(_ name: String) -> Bool {
    Category.namesOfMany.contains(folded(name))
  }
}
