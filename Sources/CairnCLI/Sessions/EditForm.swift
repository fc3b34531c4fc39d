import Cairn
import CairnInsights
import CairnReports

/// A session as a text that a person changes in an editor: a line for each value, and the note at the end.
struct EditForm: Sendable {
  /// A line that cannot be applied.
  struct Problem: Error {
    /// The name of the value; nil for the session as a whole.
    let name: String?
    let error: CairnError
  }

  private let title: String
  /// The values by the option of `cairn edit` that sets each; the last is the note.
  private let values: [(name: String, text: String)]

  /// Creates the form of a session; the climbing details are nil for other kinds.
  init(_ row: SessionRow, _ climbing: Climbing?, _ clock: WallClock) {
    title = "Session \(row.shortID.text): \(row.what.visible)"
    let times = [("start", row.startedAt), ("end", row.endedAt)].compactMap { name, time in
      time.map { (name, clock.field($0).replacing("T", with: " ")) }
    }
    let context = row.sessionContext
    let own = climbing.map(Self.values) ?? row.listening.map(Self.values) ?? Self.pages(row)
    values =
      times + [
        ("place", context.place ?? ""), ("tags", context.tags.names.joined(separator: ", ")),
        ("mood-before", Self.text(context.moodBefore)),
        ("mood-after", Self.text(context.moodAfter)),
      ] + own + [("note", row.note ?? "")]
  }

  private static func text(_ number: Int64?) -> String { number.map { String($0) } ?? "" }

  private static func pages(_ row: SessionRow) -> [(name: String, text: String)] {
    guard row.kind == Reading.kind else { return [] }
    let pages = [row.startPosition, row.endPosition].map { $0?.page(in: $0?.total) }
    return [("start-page", text(pages[0])), ("page", text(pages[1]))]
  }

  private static func values(_ listening: ListeningSubject) -> [(name: String, text: String)] {
    [
      ("from", listening.startPosition?.clockText ?? ""),
      ("position", listening.endPosition?.clockText ?? ""),
      ("speed", listening.speed?.hundredthsText ?? ""),
    ]
  }

  private static func values(_ climbing: Climbing) -> [(name: String, text: String)] {
    let ratings = ClimbingScale.ratings.map { ($0.name, text(climbing[$0])) }
    return [("discipline", climbing.discipline?.name ?? "")] + ratings + [
      ("with", climbing.partners.joined(separator: ", ")),
      ("conditions", climbing.conditions ?? ""),
      ("temperature", climbing.temperature?.tenthsText ?? ""),
    ]
  }

  /// The text for the editor.
  var text: String {
    let lines = values.map { name, text in
      name == "note" ? "note:\n\(text)" : text.isEmpty ? "\(name):" : "\(name): \(text)"
    }
    return """
      # \(title)
      # Change the values and save. An empty value clears; the note goes on to the end.
      \(lines.joined(separator: "\n"))

      """
  }

  /// Returns the values that a saved text changes, by option; throws ``Problem`` for a line that is none of the form.
  func changes(in text: String) throws(Problem) -> [String: [String]] {
    var changed: [String: [String]] = [:]
    for (name, value) in try Self.parse(text) {
      guard let known = values.first(where: { $0.name == name }) else {
        throw Problem(name: name, error: .unknownLine(name, values.map(\.name)))
      }
      if trimmed(known.text) != value { changed[name] = Self.values(of: name, value) }
    }
    return changed
  }

  /// Returns the values of an option, of which a list has several, and `none` for an empty text.
  private static func values(of name: String, _ text: String) -> [String] {
    guard !text.isEmpty else { return ["none"] }
    guard ["tags", "with"].contains(name) else { return [text] }
    return text.split(separator: ",").map { trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  private static func parse(_ text: String) throws(Problem) -> [(String, String)] {
    var values: [(String, String)] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst().map({ trimmed(String($0)) }) {
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let colon = line.firstIndex(of: ":") else {
        throw Problem(name: line, error: .noValue(line))
      }
      let name = trimmed(String(line[..<colon]))
      var value = trimmed(String(line[line.index(after: colon)...]))
      if name == "note" {
        value = trimmed(([value] + rest.map(String.init)).joined(separator: "\n"))
        rest = []
      }
      values.append((name, value))
    }
    return values
  }

  /// Returns a saved text with a problem above the line that causes it, or at the top.
  static func text(_ saved: String, with problem: Problem) -> String {
    var lines = saved.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let note = lines.firstIndex { trimmed($0).hasPrefix("note") } ?? lines.endIndex
    lines = lines[..<note].filter { !$0.hasPrefix(mark) } + lines[note...]
    let index = problem.name.flatMap { name in lines.firstIndex { trimmed($0).hasPrefix(name) } }
    let error = problem.error
    lines.insert("\(mark)\(error.message) \(error.hint)".visible, at: index ?? 0)
    return lines.joined(separator: "\n")
  }

  private static let mark = "# Error: "
}

extension CairnError {
  fileprivate static func unknownLine(_ name: String, _ known: [String]) -> CairnError {
    CairnError(
      "usage.value",
      "This session has no value “\(name)”.",
      hint: "The values are \(known.joined(separator: ", "))."
    )
  }

  fileprivate static func noValue(_ line: String) -> CairnError {
    CairnError(
      "usage.value",
      "“\(line.prefix(60))” has no colon.",
      hint: "Write a name, a colon and a value, such as “place: home”."
    )
  }
}
