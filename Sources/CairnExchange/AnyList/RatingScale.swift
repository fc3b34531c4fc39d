import Cairn

/// The scale of a list's ratings: five stars, or ten points as in Ryot and many spreadsheets.
enum RatingScale: Equatable {
  case five
  case ten
  /// A scale above ten.
  case unknown

  /// Detects the scale from all ratings of a list; a single one above five may be a typo.
  init(of ratings: [String]) {
    let values = ratings.compactMap { Double(String($0.map { $0 == "," ? "." : $0 })) }
    guard values.count(where: { $0 > 5 }) > 1 else {
      self = .five
      return
    }
    self = values.contains { $0 > 10 } ? .unknown : .ten
  }

  /// Detects the scale from a file with a mapping; throws the errors of `CSVReader`.
  init(
    of file: [UInt8],
    _ mapping: ColumnMapping,
    separator: Unicode.Scalar,
    limits: CSVLimits
  ) throws(ImportError) {
    var ratings: [String] = []
    if let column = mapping[.rating] {
      var reader = try CSVReader(file, separator: separator, limits: limits)
      while let row = try reader.next() {
        if let text = row[column] { ratings.append(trimmed(text)) }
      }
    }
    self.init(of: ratings)
  }

  /// Returns an issue for ratings that are not out of five stars, or nil.
  func issue(_ column: String) -> RowIssue? {
    let what =
      switch self {
      case .five: nil as String?
      case .ten: "\(column) exceeds 5, so it is read as points out of 10: 9 is 4.5 stars."
      case .unknown: "\(column) exceeds 10, which is not a known scale, and was skipped."
      }
    return what.map { RowIssue(line: 1, "import.scale", $0) }
  }
}
