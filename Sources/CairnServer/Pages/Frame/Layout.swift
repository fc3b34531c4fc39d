import CairnHTTP

/// The HTML document around the content of a page.
struct Layout {
  let title: String
  let theme: Theme
  /// The section that contains the page; nil for none.
  var section: Section?
  var toast: Toast?
  /// The change counter of the log, on pages that update live.
  var state: Int64?
  /// The name of the log, on pages of a person.
  var log: String?
  /// A sentence on why the local log is not synced with its server.
  var syncNotice: String?
  /// Whether the page has the navigation and the app shell.
  var showsNavigation = true
  /// Whether search engines must not index the page.
  var isUnlisted = false

  func html(_ content: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en" data-theme="\(theme.name)">
    <head>
    <meta charset="utf-8">
    <title>\(title) · Cairn</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    \(fragment: isUnlisted ? "<meta name=\"robots\" content=\"noindex, nofollow\">" : nil)
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="\(Asset.icon.path)" type="image/svg+xml">
    <link rel="stylesheet" href="\(Asset.style.path)">
    <script type="module" src="\(Asset.script.path)"></script>
    <script type="module" src="\(Asset.send.path)"></script>
    \(fragment: state == nil ? nil : follower)
    \(fragment: showsNavigation ? shell : nil)
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
    <a class="brand" href="/"><img src="\(Asset.icon.path)" alt="" width="28" height="28">Cairn</a>
    \(fragment: showsNavigation ? pages : nil)
    </header>
    \(fragment: toast?.html)
    <main id="main" tabindex="-1" data-log="\(log ?? "")" \
    data-state="\(state.map { "\($0)" } ?? "")">
    \(fragment: syncNotice.map { "<p class=\"elsewhere\" role=\"status\">\($0)</p>" })
    \(fragment: content)
    </main>
    \(fragment: Shortcuts.dialog)
    </body>
    </html>

    """
  }

  private var follower: HTML {
    """
    <script type="module" src="\(Asset.live.path)"></script>
    """
  }

  private var shell: HTML {
    """
    <link rel="manifest" href="/manifest.webmanifest">
    <meta name="theme-color" content="#1f5c4d">
    <script type="module" src="\(Asset.store.path)"></script>
    <script type="module" src="\(Asset.shell.path)"></script>
    """
  }

  private var pages: HTML {
    """
    <nav class="pages" aria-label="Main"><ul>
    \(fragment: HTML(Section.all.map { $0.link(from: section) }))
    </ul></nav>
    """
  }
}

/// An error as a page.
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
