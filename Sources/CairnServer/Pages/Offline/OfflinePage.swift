import CairnHTML
import CairnHTTP
import CairnPages

/// The page a browser shows offline; it contains no personal data, and a script fills it from the
/// browser's own storage.
enum OfflinePage {
  static let show: UnauthenticatedHandler = { context in
    var response = HTTPResponse(.ok, page: page(Theme(context.request)))
    response.fields.append(
      "content-security-policy",
      ResponseFinalizer.policy(scripts: "'wasm-unsafe-eval'")
    )
    response.fields.append("cache-control", "no-cache")
    return response
  }

  /// Returns the page, which depends only on the theme.
  static func page(_ theme: Theme) -> HTML {
    Layout(title: "Offline", theme: theme, assets: .served, section: .today).html(
      """
      <h1 class="hidden">Offline</h1>
      <div id="offline" class="stack"></div>
      <noscript><p class="card">You’re offline. Without JavaScript nothing can be logged \
      until you’re back online.</p></noscript>
      <link id="thread" rel="x-core" href="\(Asset.thread.path)">
      <link id="core" rel="x-core" href="\(Asset.core.path)">
      <script type="module" src="\(Asset.figures.path)"></script>
      <script type="module" src="\(Asset.forms.path)"></script>
      <script type="module" src="\(Asset.corrections.path)"></script>
      <script type="module" src="\(Asset.offline.path)"></script>
      """
    )
  }
}
