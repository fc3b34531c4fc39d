import Cairn
import CairnExchange

/// How a table is printed: aligned for a terminal, or for a spreadsheet or a page of notes.
enum TableFormat: String, Sendable, CaseIterable {
  case text, csv, md

  /// Returns the format of `--csv` or `--md`; throws `usage.value` for two formats, of which `--json` is one.
  init(_ invocation: Invocation) throws(CairnError) {
    let name = try invocation.only(of: ["json", Self.csv.rawValue, Self.md.rawValue])
    self = name.flatMap(Self.init) ?? .text
  }
}

extension [Option] {
  /// The options of a command that prints one table.
  static var tables: [Option] {
    [
      .flag(TableFormat.csv.rawValue, "Print the table as CSV, for a spreadsheet."),
      .flag(TableFormat.md.rawValue, "Print the table as Markdown."),
    ]
  }
}

extension Table {
  /// Returns the lines of the table in a format; only text is cut to the width.
  func lines(_ format: TableFormat, width: Int?, style: Style) -> [String] {
    switch format {
    case .text: lines(width: width, style: style)
    case .csv: csv
    case .md: markdown
    }
  }

  private var csv: [String] {
    texts.map { cells in
      var writer = CSVWriter()
      writer.row(cells)
      return String(decoding: writer.bytes.dropLast(2), as: UTF8.self) + "\r"
    }
  }

  private var markdown: [String] {
    let lines = texts.map {
      "| \($0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
    }
    return [lines[0], "|" + alignments.joined(separator: "|") + "|"] + lines.dropFirst()
  }

  private var alignments: [String] { columns.map { $0.isNumber ? "---:" : "---" } }

  /// The titles and the cells, numbers without commas.
  private var texts: [[String]] { [columns.map(\.title)] + data.map { $0.map(\.text) } }
}
