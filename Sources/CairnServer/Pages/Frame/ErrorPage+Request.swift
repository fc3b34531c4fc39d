import Cairn
import CairnHTTP
import CairnPages

extension ErrorPage {
  /// Creates the page of a problem, with a hint for a web page.
  init(_ problem: Problem, _ theme: Theme) {
    let hint = PeopleHints.hint(problem.hint, problem.code, else: "Go back and try again.")
    self.init(
      status: (problem.status.code, problem.status.phrase),
      error: CairnError(problem.code, problem.detail, hint: hint),
      theme: theme,
      assets: .served
    )
  }
}
