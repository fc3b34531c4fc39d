import Cairn

/// Error hints for web pages, where there are no commands and no ids to list.
package enum PeopleHints {
  /// Returns a replacement if the hint is meant for programs or the command line.
  package static func hint(_ hint: String, _ code: String, else other: String) -> String {
    guard marks.contains(where: hint.includes) else { return hint }
    return places[String(code.prefix { $0 != "." })] ?? other
  }

  private static let marks = [
    "`cairn ", "List ", "list those", " --", "docs/", "Content-Type",
    "Check the request",
  ]

  private static let places = [
    "session": "Check Today for running sessions and Log for past ones.",
    "history": "Check the activity log under Settings.",
    "reading": "Check the library and its deleted books.",
    "story": "Check Stories and its deleted stories.",
    "climb": "Check the logbook.", "climbing": "Check the logbook.",
    "attempt": "Check the logbook.",
  ]
}
