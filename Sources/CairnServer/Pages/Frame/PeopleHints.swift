import Cairn
import CairnHTTP

/// The next step in words for somebody at a page, where there are no commands and no ids to list.
enum PeopleHints {
  /// Another hint where one is for programs and for who types commands.
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
  /// The same for a person.
  var forPeople: Problem {
    let hint = PeopleHints.hint(hint, code, else: "Go back and choose again.")
    return Problem(status, code, detail, hint: hint, retryAfter: retryAfter)
  }
}
