extension Table {
  /// The lines of the table as Markdown, all columns in full and numbers without commas.
  var markdown: [String] {
    let lines = ([columns.map(\.title)] + data.map { $0.map(\.text) }).map {
      "| \($0.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |"
    }
    let alignments = columns.map { $0.isNumber ? "---:" : "---" }
    return [lines[0], "|" + alignments.joined(separator: "|") + "|"] + lines.dropFirst()
  }
}
