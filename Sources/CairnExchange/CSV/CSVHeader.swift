import Cairn

/// The column names of a file; lookup is case-insensitive.
public struct CSVHeader: Sendable, Equatable {
  /// The trimmed names in the order of the file; a blank name becomes `column N`.
  public let names: [String]

  private let indices: [String: Int]

  /// Creates a header; throws `csv.header` if all names are blank, and `csv.repeated_column`.
  init(_ cells: [String]) throws(ImportError) {
    let cells = cells.map(trimmed)
    guard cells.contains(where: { !$0.isEmpty }) else {
      throw ImportError("csv.header", "The first line has no column names.", hint: headerHint)
    }
    names = cells.enumerated().map { $1.isEmpty ? "column \($0 + 1)" : $1 }
    var indices: [String: Int] = [:]
    for (index, name) in names.enumerated() {
      guard indices.updateValue(index, forKey: name.lowercased()) == nil else {
        throw ImportError(
          "csv.repeated_column",
          "The column “\(name.prefix(40))” occurs twice.",
          hint: headerHint
        )
      }
    }
    self.indices = indices
  }

  /// Creates a header from names that are known to be distinct.
  init(known names: [String]) {
    self.names = names
    indices = Dictionary(uniqueKeysWithValues: zip(names.map { $0.lowercased() }, names.indices))
  }

  /// Returns the index of a column; nil if there is none with this name.
  public subscript(name: String) -> Int? { indices[name.lowercased()] }
}

let headerHint = "Choose a CSV file with the column names in the first line."
