/// The few requests of roff's `man` macros that manual pages need, with all text escaped.
struct Roff: Sendable {
  /// The page so far.
  private(set) var text = ""

  /// Begins a page of section 1.
  init(title: String, version: String) {
    // Ragged lines: straightened ones tear holes beside long command lines.
    line(".TH \(quoted(title.uppercased())) 1 \"\" \(quoted(version)) \"User Commands\"\n.ad l")
  }

  /// Begins a section.
  mutating func section(_ title: String) { line(".SH \(quoted(title))") }

  /// Begins a part of a section.
  mutating func part(_ title: String) { line(".SS \(quoted(title))") }

  /// Adds text behind what stands there.
  mutating func sentences(_ text: String) { line(Self.escaped(text)) }

  /// Adds paragraphs, with an empty line between them in `text`.
  mutating func paragraphs(_ text: String) {
    for paragraph in text.split(separator: "\n\n") {
      line(".PP\n\(Self.escaped(String(paragraph)))")
    }
  }

  /// Adds a term and below it, indented, its explanation.
  mutating func definition(_ term: String, _ text: String) {
    line(".TP\n.B \(Self.escaped(term))\n\(Self.escaped(text))")
  }

  /// Adds lines in bold, each on its own.
  mutating func bold(_ lines: [String]) {
    line(lines.map { ".B \(Self.escaped($0))" }.joined(separator: "\n.br\n"))
  }

  private mutating func line(_ line: String) { text += line + "\n" }

  private func quoted(_ text: String) -> String { "\"\(Self.escaped(text))\"" }

  /// Text in which nothing is a request, an escape or the end of an argument.
  ///
  /// ASCII dashes and quotes are named because groff prints typographic ones for the bare
  /// characters (groff_char(7)); others beyond ASCII are given by number, for any locale.
  static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let body = line.unicodeScalars.map(escaped).joined()
      return body.hasPrefix(".") ? "\\&" + body : body
    }.joined(separator: "\n")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\(rs"
    case "-": "\\-"
    case "'": "\\(aq"
    case "\"": "\\(dq"
    case "`": "\\(ga"
    case "^": "\\(ha"
    case "~": "\\(ti"
    case _ where scalar.isASCII: String(scalar)
    default: "\\[u\(hexadecimal(scalar.value))]"
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
