package import CairnHTML

/// The HTML document around the content of a page.
package struct Layout {
  package let title: String
  package let theme: Theme
  package let assets: PageAssets
  /// The section that contains the page; nil for none.
  package var section: Section?
  package var toast: Toast?
  /// The change counter of the log, on pages that update live.
  package var state: Int64?
  /// The name of the log, on pages of a person.
  package var log: String?
  /// A sentence on why the local log is not synced with its server.
  package var syncNotice: String?
  /// Whether the page has the navigation and the app shell.
  package var showsNavigation = true
  /// Whether search engines must not index the page.
  package var isUnlisted = false

  /// Creates the layout.
  package init(
    title: String,
    theme: Theme,
    assets: PageAssets,
    section: Section? = nil,
    toast: Toast? = nil,
    state: Int64? = nil,
    log: String? = nil,
    syncNotice: String? = nil,
    showsNavigation: Bool = true,
    isUnlisted: Bool = false
  ) {
    (self.title, self.theme, self.assets) = (title, theme, assets)
    (self.section, self.toast, self.state) = (section, toast, state)
    (self.log, self.syncNotice, self.showsNavigation) = (log, syncNotice, showsNavigation)
    self.isUnlisted = isUnlisted
  }

  package func html(_ content: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en" data-theme="\(theme.name)">
    <head>
    <meta charset="utf-8">
    <title>\(title) · Cairn</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    \(fragment: isUnlisted ? "<meta name=\"robots\" content=\"noindex, nofollow\">" : nil)
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="\(assets.icon)" type="image/svg+xml">
    <link rel="stylesheet" href="\(assets.style)">
    <script type="module" src="\(assets.script)"></script>
    <script type="module" src="\(assets.send)"></script>
    \(fragment: state == nil ? nil : follower)
    \(fragment: showsNavigation ? shell : nil)
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    <header class="top">
    <a class="brand" href="/"><img src="\(assets.icon)" alt="" width="28" height="28">Cairn</a>
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
    <script type="module" src="\(assets.live)"></script>
    """
  }

  private var shell: HTML {
    """
    <link rel="manifest" href="/manifest.webmanifest">
    <meta name="theme-color" content="#1f5c4d">
    <script type="module" src="\(assets.store)"></script>
    <script type="module" src="\(assets.shell)"></script>
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
