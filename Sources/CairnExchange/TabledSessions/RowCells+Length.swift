import Cairn

extension RowCells {
  /// Parses `90`, `1:30`, `1:30:00`, `1h 30m` or `1.5` in a column of hours; else adds an issue.
  mutating func length(_ column: String) -> Milliseconds? {
    guard let text = text(column) else { return nil }
    let seconds = Self.seconds(text.lowercased(), unit: Self.unit(of: folded(column)))
    if let seconds, (1...86_400).contains(seconds) { return .seconds(seconds) }
    note("import.session", column, text, "is not a duration of at most 24 hours, such as 1:30")
    return nil
  }

  /// Returns the unit of plain numbers in a column in seconds, from its name; nil if unknown.
  private static func unit(of column: String) -> Double? {
    let units: [(String, Double)] = [("min", 60), ("hour", 3_600), ("sec", 1)]
    return units.first { column.contains($0.0) }?.1
  }

  private static func seconds(_ text: String, unit: Double?) -> Int64? {
    if let number = Double(String(text.map { $0 == "," ? "." : $0 })) {
      guard let unit, (0..<100_000).contains(number) else { return nil }
      return Int64((number * unit).rounded())
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    guard (2...3).contains(parts.count), !parts.contains(nil) else { return inUnits(text) }
    let figures = parts.compactMap(\.self)
    guard figures[0] <= 24, figures.dropFirst().allSatisfy({ (0..<60).contains($0) }) else {
      return nil
    }
    return figures[0] * 3_600 + figures[1] * 60 + (figures.count > 2 ? figures[2] : 0)
  }

  /// Parses `1h 30m`, `90 min` or `45 s`.
  private static func inUnits(_ text: String) -> Int64? {
    let pieces = LinePiece.pieces(of: text).filter { $0 != .blank }
    guard !pieces.isEmpty, pieces.count % 2 == 0 else { return nil }
    var seconds: Int64 = 0
    for index in stride(from: 0, to: pieces.count, by: 2) {
      let units: [Character: Int64] = ["h": 3_600, "m": 60, "s": 1]
      guard let number = pieces[index].number, number < 100_000,
        let unit = pieces[index + 1].word?.first.flatMap({ units[$0] })
      else { return nil }
      seconds += number * unit
    }
    return seconds
  }
}
