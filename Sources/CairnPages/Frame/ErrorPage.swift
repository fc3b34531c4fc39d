package import Cairn
package import CairnHTML

/// An error as a page.
package struct ErrorPage {
  private let status: (code: Int, phrase: String)
  private let error: CairnError
  private let theme: Theme
  private let assets: PageAssets

  /// Creates the page of an error with its status.
  package init(
    status: (code: Int, phrase: String),
    error: CairnError,
    theme: Theme,
    assets: PageAssets
  ) {
    (self.status, self.error) = (status, error)
    (self.theme, self.assets) = (theme, assets)
  }

  package var html: HTML {
    Layout(title: status.phrase, theme: theme, assets: assets).html(
      """
      <section class="card" aria-labelledby="problem">
      <h1 id="problem">\(error.message)</h1>
      <p>\(error.hint)</p>
      <p><a class="button" href="/">Back to today</a></p>
      <p class="quiet">\(status.code) \(error.code)</p>
      </section>
      """
    )
  }
}
