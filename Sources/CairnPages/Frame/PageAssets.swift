/// The addresses of the files that pages load.
package struct PageAssets: Sendable {
  package let icon: String
  package let style: String
  package let pages: String
  package let charts: String
  package let script: String
  package let send: String
  package let live: String
  package let store: String
  package let shell: String

  /// Creates the addresses, each with a hash of its file.
  package init(
    icon: String,
    style: String,
    pages: String,
    charts: String,
    script: String,
    send: String,
    live: String,
    store: String,
    shell: String
  ) {
    (self.icon, self.style, self.pages, self.charts) = (icon, style, pages, charts)
    (self.script, self.send, self.live) = (script, send, live)
    (self.store, self.shell) = (store, shell)
  }
}
