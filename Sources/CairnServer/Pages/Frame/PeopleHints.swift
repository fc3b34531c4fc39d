import Cairn
import CairnHTTP

/// Error hints for web pages, where there are no commands and no ids to list.
enum PeopleHints {
  /// Returns a replacement if the hint is meant for programs or the command line.
  static func hint(_ hint: String, _ code: String, else other: String) -> String {
    guard marks.contains(where: hint.contains) else { return hint }
    return places[String(code.prefix { $0 != "." })] ?? other
  }

  private static let marks = ["`cairn ", "List ", "list those", " --", "docs/", "Content-Type"]

  private static let places = [
    "session": "Check Today for running sessions and History for past ones.",
    "history": "Check the activity log under Settings.",
    "reading": "Check the shelf and its deleted books.",
    "story": "Check Stories and its deleted stories.",
    "climb": "Check the logbook.", "climbing": "Check the logbook.",
    "attempt": "Check the logbook.",
  ]
}

extension Problem {
  /// The problem with a hint for a web page.
  var forPeople: Problem {
    let hint = PeopleHints.hint(hint, code, else: "Go back and try again.")
    return Problem(status, code, detail, hint: hint, retryAfter: retryAfter)
  }
}
