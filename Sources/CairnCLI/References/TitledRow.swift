import Cairn
import CairnStore

/// Something a person names by its title, or by its id where several share one.
protocol TitledRow {
  /// What several of them are called: `books`.
  static var plural: String { get }
  var title: String { get }
  /// Who wrote it, or nil.
  var by: String? { get }
  var shortID: ShortID { get }
}

extension EntryRow: TitledRow {
  static var plural: String { "books" }
  var by: String? { authors }
}

extension StoryRow: TitledRow {
  static var plural: String { "stories" }
  var by: String? { author }
}

extension DeletedBookRow: TitledRow {
  static var plural: String { "books" }
  var by: String? { nil }
}

extension DeletedStoryRow: TitledRow {
  static var plural: String { "stories" }
  var by: String? { nil }
}

extension Array where Element: TitledRow {
  /// The one that a word means; throws `usage.ambiguous` when it is not one alone.
  func only(_ word: String) throws(CairnError) -> Element {
    guard count == 1, let row = first else {
      throw CairnError(
        "usage.ambiguous",
        "“\(word)” means \(count) \(Element.plural).",
        hint: "Use an id: \(listed)."
      )
    }
    return row
  }

  /// The first four as a person names them: `“Emma” by Jane Austen (k3f9ab)`.
  var listed: String {
    prefix(4).map { "“\($0.title)”\($0.by.map { " by \($0)" } ?? "") (\($0.shortID.text))" }
      .joined(separator: ", ")
  }

  /// Those whose title a word nearly is: `Middlmarch` for “Middlemarch”.
  ///
  /// One letter in five may be wrong, and no digit: the second volume is no slip for the first.
  func mistyped(_ word: String) -> [Element] {
    let word = folded(word)
    let (limit, digits) = (Swift.max(1, word.count / 5), word.filter(\.isNumber))
    guard word.count > 3 else { return [] }
    return filter { row in
      let title = folded(row.title)
      return abs(title.count - word.count) <= limit && title.filter(\.isNumber) == digits
        && Suggestion.distance(title, word) <= limit
    }
  }

  /// Those of a title, or else those of an id.
  func named(_ word: String) -> [Element] {
    let titled = filter { folded($0.title) == folded(word) }
    return titled.isEmpty ? filter { $0.shortID == ShortID(text: word) } : titled
  }
}
