public import Cairn

/// The distribution of books over one dimension, and how much of it is known.
public struct DimensionSpread: Sendable, Equatable {
  /// The books of one category.
  public struct Share: Sendable, Equatable {
    /// The stored value.
    public let value: String
    /// The display name.
    public let label: String
    /// The number of books; a book by several authors counts in parts.
    public let parts: Parts
  }

  /// The dimension.
  public let dimension: Dimension
  /// All counted books, whether the dimension is known or not.
  public let books: Parts
  /// The books with a known value, in parts.
  public let known: Parts
  /// The categories with books, largest first; a book can have several accessibility features.
  public let shares: [Share]

  init(_ dimension: Dimension, of books: [DescribedBook], reads: [Language]) {
    var (known, sums) = (Parts.zero, CategorySums(isFreeText: dimension.categories.isEmpty))
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

  /// The books without a known value.
  public var unknown: Parts { books - known }

  /// The share of books with a known value in hundredths of a percent; nil without books.
  public var completeness: Int64? { known.share(of: books) }

  /// Returns the books of a category, in parts.
  public func parts(of value: String) -> Parts {
    shares.first { $0.value == value || folded($0.value) == folded(value) }?.parts ?? .zero
  }

  /// Returns a category's share of the known books in hundredths of a percent; nil without any.
  public func share(_ value: String) -> Int64? { parts(of: value).share(of: known) }

  /// The diversity score of the known books, in hundredths of a percent; nil without known books.
  ///
  /// No category is worth more than another: the score is the share outside the largest category,
  /// or the share of yes in a yes-or-no dimension.
  public var score: Int64? {
    switch dimension {
    case .translation: share("translated")
    case .ownVoices: share("yes")
    case .accessibility: share("none").map { 10_000 - $0 }
    default: (known - (shares.first?.parts ?? .zero)).share(of: known)
    }
  }

  /// The text that explains ``score``: `outside Europe`, `translated`.
  public var scoreText: String {
    switch dimension {
    case .translation: DiversityText.translated
    case .ownVoices: DiversityText.withOwnVoices
    case .accessibility: DiversityText.withFeature
    default: shares.first.map { DiversityText.outside($0.label) } ?? DiversityText.outsideLargest
    }
  }

  /// The categories without books, if any value is known.
  ///
  /// `no`, `none` and `original` are not reported as gaps.
  public var absent: [Category] {
    guard known > .zero else { return [] }
    return dimension.categories.filter { one in
      !["no", "none", "original"].contains(one.value) && parts(of: one.value) == .zero
    }
  }
}
