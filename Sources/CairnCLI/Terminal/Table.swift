import Cairn

/// A table of text, aligned by terminal cells.
///
/// Every cell is made `visible` first, so that text from the log is safe to print.
struct Table: Sendable {
  /// A column: its title and its layout.
  struct Column: Sendable, Equatable {
    /// The heading.
    let title: String
    /// Whether it is right-aligned, and its whole numbers are grouped; not for years.
    let isNumber: Bool
    /// Whether it shrinks first on a narrow terminal.
    let canShrink: Bool
    /// Whether it is left out on a terminal that is too narrow for all columns.
    let canHide: Bool

    init(
      _ title: String,
      isNumber: Bool = false,
      canShrink: Bool = false,
      canHide: Bool = false
    ) {
      (self.title, self.isNumber) = (title, isNumber)
      (self.canShrink, self.canHide) = (canShrink, canHide)
    }
  }

  /// A text with its tone.
  struct Cell: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The text as displayed.
    let text: String
    let tone: Tone?

    init(_ text: String, _ tone: Tone? = nil) {
      (self.text, self.tone) = (text.visible, tone)
    }

    init(stringLiteral text: String) { self.init(text) }

    /// The cell with a comma between the thousands of a whole number.
    fileprivate var grouped: Cell {
      guard text.allSatisfy(\.isWholeNumber), let number = Int64(text) else { return self }
      return Cell(Cairn.grouped(number), tone)
    }
  }

  private(set) var columns: [Column]
  private(set) var rows: [[Cell]] = []
  /// The indices of the rows that add up others, which only the aligned table has.
  private var totals: Set<Int> = []

  init(_ columns: Column...) { self.init(columns) }

  init(_ columns: [Column]) { self.columns = columns }

  /// Appends a row with one cell per column.
  mutating func append(_ cells: Cell...) { append(cells) }

  /// Appends a row with one cell per column.
  mutating func append(_ cells: [Cell]) {
    precondition(cells.count == columns.count, "a row has one cell for each column")
    rows.append(cells)
  }

  /// Appends a row that adds up others.
  mutating func append(total cells: [Cell]) {
    totals.insert(rows.count)
    append(cells)
  }

  /// The rows that add up no others.
  var data: [[Cell]] { rows.indices.filter { !totals.contains($0) }.map { rows[$0] } }
}

extension Table {
  /// Returns the title and the rows as lines without trailing spaces.
  ///
  /// With a `width` in cells, shrinkable columns are cut with `…` until the lines fit or the columns
  /// are 8 cells wide, and then columns that can hide are left out, the last one first; without it, nothing is cut.
  func lines(width: Int?, style: Style) -> [String] {
    let all = [columns.map { Cell($0.title, .dim) }] + rows.map(grouped)
    let widths = fitted(
      width,
      columns.indices.map { index in all.map { $0[index].text.cells }.max() ?? 0 }
    )
    if excess(of: widths, over: width) > 0, let last = columns.lastIndex(where: \.canHide) {
      return without(last).lines(width: width, style: style)
    }
    return all.map { line($0, widths, style) }
  }

  private func without(_ column: Int) -> Table {
    var table = self
    table.columns.remove(at: column)
    for row in rows.indices { table.rows[row].remove(at: column) }
    return table
  }

  /// Returns by how many cells lines with these widths are too long.
  private func excess(of widths: [Int], over width: Int?) -> Int {
    guard let width else { return 0 }
    return widths.reduce(0, +) + (widths.count - 1) * Self.gap.count - width
  }

  private func grouped(_ cells: [Cell]) -> [Cell] {
    zip(columns, cells).map { $0.isNumber ? $1.grouped : $1 }
  }

  private static let gap = "  "

  private func line(_ cells: [Cell], _ widths: [Int], _ style: Style) -> String {
    let last = cells.lastIndex { !$0.text.isEmpty } ?? 0
    return cells[...last].indices.map { index in
      let (cell, isNumber) = (cells[index], columns[index].isNumber)
      let text = cell.text.truncated(to: widths[index])
      let padding = String(repeating: " ", count: widths[index] - text.cells)
      let painted = style.paint(text, cell.tone)
      if isNumber { return padding + painted }
      return index == last ? painted : painted + padding
    }.joined(separator: Self.gap)
  }

  /// Returns column widths, reduced cell by cell from the widest shrinkable column.
  private func fitted(_ width: Int?, _ natural: [Int]) -> [Int] {
    var widths = natural
    var excess = excess(of: natural, over: width)
    while excess > 0, let widest = widestToShrink(widths) {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func widestToShrink(_ widths: [Int]) -> Int? {
    columns.indices.filter { columns[$0].canShrink && widths[$0] > 8 }
      .max { widths[$0] < widths[$1] }
  }
}
