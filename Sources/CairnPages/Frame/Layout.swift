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
  /// Whether the content has the screen to itself.
  package var isBare = false
  /// Whether search engines must not index the page.
  package var isUnlisted = false
  /// The activity that the whole page is about.
  package var hue: Hue?
  /// The open sessions as bars beside the navigation.
  package var bars = HTML()

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
    <meta name="theme-color" content="#eeeae2" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#0d0c0b" media="(prefers-color-scheme: dark)">
    <link rel="icon" href="\(assets.icon)" type="image/svg+xml">
    <link rel="stylesheet" href="\(assets.style)">
    <link rel="stylesheet" href="\(assets.pages)">
    \(fragment: needsCharts ? charts : nil)
    <script type="module" src="\(assets.script)"></script>
    <script type="module" src="\(assets.send)"></script>
    \(fragment: state == nil ? nil : follower)
    \(fragment: showsNavigation ? shell : nil)
    </head>
    <body>
    <a class="skip" href="#main">Skip to the content</a>
    \(fragment: Icon.sprite)
    \(fragment: isBare ? nil : header)
    \(fragment: toast?.html)
    <main id="main" class="\(hue?.name ?? "")" tabindex="-1" data-log="\(log ?? "")" \
    data-state="\(state.map { "\($0)" } ?? "")">
    \(fragment: syncNotice.map { "<p class=\"elsewhere\" role=\"status\">\($0)</p>" })
    \(fragment: content)
    </main>
    \(fragment: Shortcuts.dialog)
    </body>
    </html>

    """
  }

  /// The pages of Insights, and those that others see, which belong to no section.
  private var needsCharts: Bool { section.map { $0.path == "/insights" } ?? true }

  private var charts: HTML {
    """
    <link rel="stylesheet" href="\(assets.charts)">
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
    <script type="module" src="\(assets.store)"></script>
    <script type="module" src="\(assets.shell)"></script>
    """
  }

  private var header: HTML {
    """
    <header class="top">
    <a class="brand" href="/"><img src="\(assets.icon)" alt="" width="28" height="28">Cairn</a>
    \(fragment: showsNavigation ? pages : nil)
    </header>
    """
  }

  private var pages: HTML {
    """
    <nav class="pages" aria-label="Main"><ul>
    <li class="add">\(fragment: Section.add.link(from: section))</li>
    \(fragment: HTML(Section.places.map { "<li>\(fragment: $0.link(from: section))</li>\n" }))</ul></nav>
    <div class="bars">\(fragment: bars)</div>
    <div class="gear">\(fragment: Section.settings.link(from: section))</div>
    """
  }
}
