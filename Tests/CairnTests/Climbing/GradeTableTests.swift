@testable import Cairn
import Foundation
import Testing

@Suite struct `The table of grades` {
  static let routes = SandbagTable("sandbag-routes.csv")
  static let boulders = SandbagTable("sandbag-boulder.csv")

  /// The columns of the file with the grades of each scale.
  static let columns: [(GradeScale, SandbagTable, String)] = [
    (.v, boulders, "v"), (.font, boulders, "font"), (.yds, routes, "yds"),
    (.french, routes, "french"), (.uiaa, routes, "uiaa"), (.ewbank, routes, "ewbank"),
    (.saxon, routes, "saxon"),
  ]

  @Test(arguments: columns)
  func `has each score of the file`(scale: GradeScale, table: SandbagTable, column: String) {
    #expect(table.scores == Array(0...107))
    let filed = table.cells(column, of: scale)
    let compiled = scale.ladder.rows.flatMap { row in
      row.scores.map { _ in label(of: row, in: scale) }
    }
    #expect(compiled == filed)
  }

  @Test(arguments: columns)
  func `gives the conversions of the file`(scale: GradeScale, table: SandbagTable, column: String) {
    let own = table.cells(column, of: scale)
    for (other, itsTable, itsColumn) in Self.columns where itsTable == table && other != scale {
      let theirs = table.cells(itsColumn, of: other)
      for text in Set(own) {
        let filed = zip(own, theirs).filter { $0.0 == text }.map(\.1).withoutRepeats
        let grade = Grade(lenient: text, in: scale)
        #expect(grade?.converted(to: other)?.grades == filed, "\(text) to \(other)")
      }
    }
  }

  @Test(arguments: columns)
  func `adds only these grades`(scale: GradeScale, table: SandbagTable, column: String) {
    let filed = Set(table.cells(column, of: scale))
    let ours = scale.ladder.rungs.map(scale.label).filter { !filed.contains($0) }
    let known: [GradeScale: [String]] = [
      .yds: ["5.9+"], .uiaa: ["III-", "III+", "IV-"], .saxon: ["XIa"],
    ]
    #expect(ours == known[scale] ?? [])
  }

  private func label(of row: GradeLadder.Row, in scale: GradeScale) -> String {
    let (low, high) = (scale.ladder.rungs[row.lower], scale.ladder.rungs[row.upper])
    return low == high ? scale.label(low) : "\(scale.label(low))/\(scale.label(high))"
  }
}

/// A file of `Fixtures`.
struct SandbagTable: Sendable, Equatable {
  private let head: [String]
  private let rows: [[String]]

  init(_ name: String) {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let data = (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.split(separator: ",").map(String.init) }
    (head, rows) = (lines.first ?? [], Array(lines.dropFirst()))
  }

  var scores: [Int] { rows.compactMap { Int($0[0]) } }

  /// Returns a column in the usual spelling of its scale; the `5` of YDS becomes `5.0`.
  func cells(_ column: String, of scale: GradeScale) -> [String] {
    guard let place = head.firstIndex(of: column) else { return [] }
    return rows.map { row in
      let parts = row[place].split(separator: "/").map { spelled(String($0), in: scale) }
      return parts.joined(separator: "/")
    }
  }

  private func spelled(_ cell: String, in scale: GradeScale) -> String {
    switch scale {
    case .font: cell.uppercased()
    case .yds: cell == "5" ? "5.0" : cell
    case .uiaa, .saxon: roman(cell)
    default: cell
    }
  }

  private func roman(_ cell: String) -> String {
    let numerals = [
      "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII",
    ]
    let digits = cell.prefix { $0.isNumber }
    return (Int(digits).map { numerals[$0 - 1] } ?? "") + cell.dropFirst(digits.count)
  }
}

extension [String] {
  /// The elements without duplicates, in order of first occurrence.
  fileprivate var withoutRepeats: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
