package import CairnHTML

/// The page a browser shows offline; it contains no personal data, and a script fills it from the
/// browser's own storage.
package struct OfflinePage {
  private let theme: Theme
  private let assets: PageAssets
  /// The addresses of the script that loads the core, and of the core.
  private let thread, core: String
  private let scripts: [String]

  /// Creates the page, which depends only on the theme.
  package init(theme: Theme, assets: PageAssets, thread: String, core: String, scripts: [String]) {
    (self.theme, self.assets, self.scripts) = (theme, assets, scripts)
    (self.thread, self.core) = (thread, core)
  }

  package var html: HTML {
    Layout(title: "Offline", theme: theme, assets: assets, section: .today).html(
      """
      <h1 class="hidden">Offline</h1>
      <div id="offline" class="stack"></div>
      <noscript><p class="card">You’re offline. Without JavaScript nothing can be logged \
      until you’re back online.</p></noscript>
      <link id="thread" rel="x-core" href="\(thread)">
      <link id="core" rel="x-core" href="\(core)">\
      \(fragment: HTML(scripts.map { "\n<script type=\"module\" src=\"\($0)\"></script>" }))
      """
    )
  }
}
