/// The addresses of the files that pages load.
package struct PageAssets: Sendable {
  package let icon: String
  package let style: String
  package let scenes: String
  package let daily: String
  package let past: String
  package let finish: String
  package let line: String
  package let toast: String
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
    scenes: String,
    daily: String,
    past: String,
    finish: String,
    line: String,
    toast: String,
    charts: String,
    script: String,
    send: String,
    live: String,
    store: String,
    shell: String
  ) {
    (self.icon, self.style, self.scenes, self.charts) = (icon, style, scenes, charts)
    (self.daily, self.past, self.finish) = (daily, past, finish)
    (self.line, self.toast, self.script) = (line, toast, script)
    (self.send, self.live, self.store, self.shell) = (send, live, store, shell)
  }
}
