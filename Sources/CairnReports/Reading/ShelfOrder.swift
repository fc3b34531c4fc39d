public import Cairn

/// A sort order of the shelf; books without the key come last, ties are sorted by title.
public struct ShelfOrder: Named {
  /// The name on the command line.
  public let name: String
  private let isDescending: Bool

  /// By the day they were added, latest first.
  public static let added = ShelfOrder(name: "added", isDescending: true)
  /// By the start of the latest read-through, latest first.
  public static let started = ShelfOrder(name: "started", isDescending: true)
  /// By the finish of the latest read-through, latest first.
  public static let finished = ShelfOrder(name: "finished", isDescending: true)
  /// By title.
  public static let title = ShelfOrder(name: "title", isDescending: false)
  /// By the last word of the first author's name, then by the rest.
  public static let author = ShelfOrder(name: "author", isDescending: false)
  /// By progress, farthest first.
  public static let progress = ShelfOrder(name: "progress", isDescending: true)

  /// By rating, best first.
  public static let rating = ShelfOrder(name: "rating", isDescending: true)

  /// All orders.
  public static let all = [added, started, finished, title, author, progress, rating]

  /// Returns the books in this order or reversed; books without the key come last in both (spec/reading.md D62).
  public func sorted(_ rows: [EntryRow], reversed: Bool = false) -> [EntryRow] {
    let keyed = rows.map { (row: $0, key: key(of: $0), title: folded($0.title)) }
    let descends = isDescending != reversed
    return keyed.sorted { one, other in
      guard one.key == other.key else {
        guard let first = one.key, let second = other.key else { return one.key != nil }
        return descends ? second < first : first < second
      }
      return (one.title, one.row.id.record) < (other.title, other.row.id.record)
    }.map { $0.row }
  }

  private func key(of row: EntryRow) -> String? {
    switch self {
    case .added: row.added
    case .started: row.displayedStart?.text
    case .finished: row.displayedFinish?.text
    case .title: folded(row.title)
    case .author: row.firstAuthor.map(Self.surname)
    case .rating: row.rating.map { padded($0, 2) }
    default: row.position?.hundredths(in: row.pages).map { padded($0, 5) }
    }
  }

  private static func surname(_ name: String) -> String {
    let words = folded(name).split(separator: " ")
    return (words.suffix(1) + words.dropLast()).joined(separator: " ")
  }
}
