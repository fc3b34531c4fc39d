import Cairn
import Testing

@testable import CairnCLI

/// Texts as people type them, from the manuals of Timewarrior, Watson, jrnl and GNU date and from habit.
///
/// Each line has a text, two spaces and more, and what it means on Wednesday 7 January 2026 at 12:30 in Berlin.
enum Phrases {
  static let reader = TimeReader(now: at("2026-01-07T11:30:00Z"), zone: Zones.berlin)

  /// Returns the two columns of a table.
  static func rows(_ table: String) -> [(String, String)] {
    table.split(separator: "\n").map { line in
      let text = line.firstRange(of: "  ").map { line[..<$0.lowerBound] } ?? line
      return (String(text), String(line[text.endIndex...].drop(while: { $0 == " " })))
    }
  }

  /// Returns the hint of the error for a text, `(all forms)` for the general one.
  static func hint(_ forms: TimeForms, _ parse: () throws -> Void) -> String {
    let error = #expect(throws: CairnError.self) { try parse() }
    #expect(error?.code == "usage.time")
    return error.map { $0.hint == forms.rawValue ? "(all forms)" : $0.hint } ?? ""
  }
}
