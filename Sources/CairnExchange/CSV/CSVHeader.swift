import Cairn

/// The names of a file's columns, found without regard to case.
public struct CSVHeader: Sendable, Equatable {
  /// The names in the order of the file, without white space around them; a blank name is replaced
  /// by `column N`.
  public let names: [String]

  private let places: [String: Int]

  /// Makes a header; throws `csv.header` when all names are blank and `csv.repeated_column`.
  init(_ cells: [String]) throws(ImportError) {
    let cells = cells.map(trimmed)
    guard cells.contains(where: { !$0.isEmpty }) else {
      throw ImportError("csv.header", "The first line names no column.", hint: headerHint)
    }
    names = cells.enumerated().map { $1.isEmpty ? "column \($0 + 1)" : $1 }
    var places: [String: Int] = [:]
    for (place, name) in names.enumerated() {
      guard places.updateValue(place, forKey: name.lowercased()) == nil else {
        throw ImportError(
          "csv.repeated_column",
          "The column \"\(name.prefix(40))\" occurs twice.",
          hint: headerHint
        )
      }
    }
    self.places = places
  }

  /// Makes a header of names that are known to differ.
  init(known names: [String]) {
    self.names = names
    places = Dictionary(uniqueKeysWithValues: zip(names.map { $0.lowercased() }, names.indices))
  }

  /// The place of a column from 0; nil when there is none of this name.
  public subscript(name: String) -> Int? { places[name.lowercased()] }
}

let headerHint = "Choose a CSV file whose first line holds the names of the columns."

/// A text without the white space around it.
func trimmed(_ text: String) -> String {
  let isSpace = { (character: Character) in character.isWhitespace }
  guard let start = text.firstIndex(where: { !isSpace($0) }),
    let end = text.lastIndex(where: { !isSpace($0) })
  else { return "" }
  return start == text.startIndex && text.index(after: end) == text.endIndex
    ? text : String(text[start...end])
}
