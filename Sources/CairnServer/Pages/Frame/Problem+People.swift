import Cairn
import CairnHTTP
import CairnPages

extension Problem {
  /// The problem with a hint for a web page.
  var forPeople: Problem {
    let hint = PeopleHints.hint(hint, code, else: "Go back and try again.")
    return Problem(status, code, detail, hint: hint, retryAfter: retryAfter)
  }
}
