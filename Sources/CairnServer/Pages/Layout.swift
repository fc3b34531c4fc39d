import CairnHTTP

/// What every page has around it.
struct Layout {
  let title: String
  let theme: Theme

  func html(_ content: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en" data-theme="\(theme.name)">
    <head>
    <meta charset="utf-8">
    <title>\(title) · Cairn</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="\(Asset.icon.path)" type="image/svg+xml">
    <link rel="stylesheet" href="\(Asset.style.path)">
    <script type="module" src="\(Asset.script.path)"></script>
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
    <a class="brand" href="/"><img src="\(Asset.icon.path)" alt="" width="28" height="28">Cairn</a>
    </header>
    <main id="main">
    \(fragment: content)
    </main>
    <footer class="bottom">
    \(fragment: themes)
    </footer>
    </body>
    </html>

    """
  }

  private var themes: HTML {
    """
    <form class="themes" method="post" action="/theme" aria-label="Colours">
    \(fragment: HTML(Theme.all.map(button)))
    </form>
    """
  }

  private func button(_ choice: Theme) -> HTML {
    """
    <button name="theme" value="\(choice.name)" \
    aria-pressed="\(choice == theme ? "true" : "false")">\(choice.label)</button>
    """
  }
}

/// A refusal as a page.
struct ErrorPage {
  private let problem: Problem
  private let theme: Theme

  init(_ problem: Problem, _ theme: Theme) {
    (self.problem, self.theme) = (problem, theme)
  }

  var html: HTML {
    Layout(title: problem.status.phrase, theme: theme).html(
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
