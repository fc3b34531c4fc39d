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
    "session": "Today shows what runs, and History what has been.",
    "history": "Settings leads to everything that was done.",
    "reading": "The shelf has every book, and leads to those that were deleted.",
    "story": "Stories has all of them, and leads to those that were deleted.",
    "climb": "The logbook has every climb.", "climbing": "The logbook has every session.",
    "attempt": "The logbook has every climb.",
  ]
}

extension Problem {
  /// The problem with a hint for a web page.
  var forPeople: Problem {
    let hint = PeopleHints.hint(hint, code, else: "Go back and choose again.")
    return Problem(status, code, detail, hint: hint, retryAfter: retryAfter)
  }
}
