import CairnHTML
import CairnHTTP
import CairnPages

extension OfflinePage {
  static let show: UnauthenticatedHandler = { context in
    var response = HTTPResponse(.ok, page: OfflinePage(Theme(context.request)).html)
    response.fields.append(
      "content-security-policy",
      ResponseFinalizer.policy(scripts: "'wasm-unsafe-eval'")
    )
    response.fields.append("cache-control", "no-cache")
    return response
  }

  /// Creates the page with the files embedded in the executable.
  init(_ theme: Theme) {
    self.init(
      theme: theme,
      assets: .served,
      thread: Asset.thread.path,
      core: Asset.core.path,
      scripts: [Asset.figures, .forms, .corrections, .offline].map(\.path)
    )
  }
}
