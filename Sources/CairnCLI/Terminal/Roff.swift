/// A writer of the roff `man` macros that manual pages need; it escapes all text.
struct Roff: Sendable {
  /// The page written so far.
  private(set) var text = ""

  /// Starts a page in section 1.
  init(title: String, version: String) {
    // Ragged right: justification leaves wide gaps beside long command lines.
    line(".TH \(quoted(title.uppercased())) 1 \"\" \(quoted(version)) \"User Commands\"\n.ad l")
  }

  /// Starts a section.
  mutating func section(_ title: String) { line(".SH \(quoted(title))") }

  /// Starts a subsection.
  mutating func part(_ title: String) { line(".SS \(quoted(title))") }

  /// Appends text.
  mutating func sentences(_ text: String) { line(Self.escaped(text)) }

  /// Appends paragraphs, which an empty line separates in `text`.
  mutating func paragraphs(_ text: String) {
    for paragraph in text.split(separator: "\n\n") {
      line(".PP\n\(Self.escaped(String(paragraph)))")
    }
  }

  /// Appends a term with its indented explanation below.
  mutating func definition(_ term: String, _ text: String) {
    line(".TP\n.B \(Self.escaped(term))\n\(Self.escaped(text))")
  }

  /// Appends bold lines.
  mutating func bold(_ lines: [String]) {
    line(lines.map { ".B \(Self.escaped($0))" }.joined(separator: "\n.br\n"))
  }

  private mutating func line(_ line: String) { text += line + "\n" }

  private func quoted(_ text: String) -> String { "\"\(Self.escaped(text))\"" }

  /// Returns the text with requests, escapes and argument delimiters escaped.
  ///
  /// ASCII dashes and quotes are written by name, because groff typesets the bare characters as
  /// typographic ones (groff_char(7)). Characters beyond ASCII are written by number, for any locale.
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
