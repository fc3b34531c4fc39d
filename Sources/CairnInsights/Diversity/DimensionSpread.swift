public import Cairn

/// How books spread over one dimension: how much is known, and what.
public struct DimensionSpread: Sendable, Equatable {
  /// Books of one category.
  public struct Share: Sendable, Equatable {
    /// The stored word.
    public let value: String
    /// What a person reads.
    public let label: String
    /// How many books; those by several authors in parts.
    public let parts: Parts
  }

  /// The dimension.
  public let dimension: Dimension
  /// All books that are counted, known or not.
  public let books: Parts
  /// Those of which it is known, in parts.
  public let known: Parts
  /// The categories with books, the largest first; of accessibility a book can be in several.
  public let shares: [Share]

  init(_ dimension: Dimension, of books: [DescribedBook], reads: [Language]) {
    var (known, sums) = (Parts.zero, CategorySums(areFree: dimension.categories.isEmpty))
    for book in books {
      book.eachShare(dimension, reads: reads) { share, count, category in
        guard let category else { return }
        let parts = Parts.share(share, of: count)
        known += parts
        guard dimension == .accessibility else { return sums.add(parts, to: category) }
        for word in category.split(separator: " ") { sums.add(parts, to: String(word)) }
      }
    }
    (self.dimension, self.books, self.known) = (dimension, .books(books.count), known)
    shares = sums.all.map { value, parts in
      Share(value: value, label: dimension.label(of: value), parts: parts)
    }.sorted { $0.parts != $1.parts ? $0.parts > $1.parts : $0.label < $1.label }
  }

  /// Those of which it is not known.
  public var unknown: Parts { books - known }

  /// The known part of all books in hundredths of a percent; nil without books.
  public var completeness: Int64? { known.share(of: books) }

  /// The books of a category, in parts.
  public func parts(of value: String) -> Parts {
    shares.first { $0.value == value || folded($0.value) == folded(value) }?.parts ?? .zero
  }

  /// A category of the known part in hundredths of a percent; nil when nothing is known.
  public func share(_ value: String) -> Int64? { parts(of: value).share(of: known) }

  /// How far the books reach, in hundredths of a percent of the known part; nil when nothing is.
  ///
  /// No category is worth more than another: what counts is which part lies outside the largest one.
  /// Of yes and no it is the part with a yes.
  public var reach: Int64? {
    switch dimension {
    case .translation: share("translated")
    case .ownVoices: share("yes")
    case .accessibility: share("none").map { 10_000 - $0 }
    default: (known - (shares.first?.parts ?? .zero)).share(of: known)
    }
  }

  /// What ``reach`` is of: `outside Europe`, `translated`.
  public var reachText: String {
    switch dimension {
    case .translation: DiversityWords.translated
    case .ownVoices: DiversityWords.withOwnVoices
    case .accessibility: DiversityWords.withFeature
    default: shares.first.map { DiversityWords.outside($0.label) } ?? DiversityWords.outsideLargest
    }
  }

  /// The categories of which nothing is there although something is known.
  ///
  /// That no book is without a feature, or none an original, is no gap.
  public var absent: [Category] {
    guard known > .zero else { return [] }
    return dimension.categories.filter { one in
      !["no", "none", "original"].contains(one.value) && parts(of: one.value) == .zero
    }
  }
}
