import CairnHTML
import CairnHTTP
import CairnPages

/// An error as a page.
struct ErrorPage {
  private let problem: Problem
  private let theme: Theme

  init(_ problem: Problem, _ theme: Theme) {
    (self.problem, self.theme) = (problem, theme)
  }

  var html: HTML {
    Layout(title: problem.status.phrase, theme: theme, assets: .served).html(
      """
      <section class="card" aria-labelledby="problem">
      <h1 id="problem">\(problem.detail)</h1>
      <p>\(problem.hint)</p>
      <p><a class="button" href="/">Back to today</a></p>
      <p class="quiet">\(problem.status.code) \(problem.code)</p>
      </section>
      """
    )
  }
}
