import Cairn
import CairnReports

/// A row that a person names by its title, or by its ID if several share the title.
protocol TitledRow {
  /// The plural noun: `books`.
  static var plural: String { get }
  var title: String { get }
  /// The author; nil if unknown.
  var author: String? { get }
  var shortID: ShortID { get }
}

extension EntryRow: TitledRow {
  static var plural: String { "books" }
  var author: String? { authors }
}

extension StoryRow: TitledRow {
  static var plural: String { "stories" }
}

extension DeletedBookRow: TitledRow {
  static var plural: String { "books" }
  var author: String? { nil }
}

extension DeletedStoryRow: TitledRow {
  static var plural: String { "stories" }
  var author: String? { nil }
}

extension Array where Element: TitledRow {
  /// Returns the only element; throws `usage.ambiguous` for several.
  func only(_ word: String) throws(CairnError) -> Element {
    guard count == 1, let row = first else {
      throw .ambiguous(word, count, Element.plural, ids: listed)
    }
    return row
  }

  /// The first four elements as text: `“Emma” by Jane Austen (k3f9ab)`.
  var listed: String {
    prefix(4).map { "“\($0.title)”\($0.author.map { " by \($0)" } ?? "") (\($0.shortID.text))" }
      .joined(separator: ", ")
  }

  /// Returns the elements with a title similar to the word: `Middlmarch` for “Middlemarch”.
  ///
  /// One letter in five may differ, but no digit, because “volume 2” is not a typo of “volume 1”.
  func similar(to word: String) -> [Element] {
    let word = folded(word)
    let (limit, digits) = (Swift.max(1, word.count / 5), word.filter(\.isNumber))
    guard word.count > 3 else { return [] }
    return filter { row in
      let title = folded(row.title)
      return abs(title.count - word.count) <= limit && title.filter(\.isNumber) == digits
        && Suggestion.distance(title, word) <= limit
    }
  }

  /// Returns the elements with the title, or else with the short ID.
  func named(_ word: String) -> [Element] {
    let titled = filter { folded($0.title) == folded(word) }
    return titled.isEmpty ? filter { $0.shortID == ShortID(text: word) } : titled
  }
}
