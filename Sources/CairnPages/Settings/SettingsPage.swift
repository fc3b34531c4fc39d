package import CairnHTML

/// One of the four pages of Settings: its tab, the notice of conflicts and its content.
package struct SettingsPage {
  private let frame: PageFrame
  private let tab: Tab
  private let conflicts: ConflictNotice
  private let content: HTML

  /// Creates the page.
  package init(frame: PageFrame, tab: Tab, conflicts: ConflictNotice, content: HTML) {
    (self.frame, self.tab, self.conflicts, self.content) = (frame, tab, conflicts, content)
  }

  package var html: HTML {
    frame.page(
      tab == .you ? "Settings" : "\(tab.name) · Settings",
      in: .settings,
      """
      <header class="head"><h1>Settings</h1></header>
      <nav class="tabs wide" aria-label="Settings"><ul>\(fragment: HTML(Tab.all.map(link)))</ul></nav>
      \(fragment: conflicts.html.map { "<section class=\"card\" aria-label=\"Sync\">\(fragment: $0)</section>" })
      \(fragment: content)
      """
    )
  }

  /// The id of a tab is the anchor that its content had on the page of all settings.
  private func link(_ tab: Tab) -> HTML {
    """
    <li><a id="\(tab.anchor)" href="\(tab.path)" \
    aria-current="\(tab == self.tab ? "page" : "false")">\(tab.name)</a></li>
    """
  }
}

extension SettingsPage {
  /// A page of Settings.
  package struct Tab: Sendable, Equatable {
    package let name: String
    package let path: String
    fileprivate let anchor: String

    /// Appearance, goals, days and weeks, and the preferences of each activity.
    package static let you = Tab("You", "/settings", "you")
    /// The names of the devices, and webhooks.
    package static let devices = Tab("Devices", "/settings/devices", "devices")
    /// Import, export, and the activity log.
    package static let data = Tab("Data", "/settings/data", "data")
    /// The account, the version and the keyboard.
    package static let server = Tab("Server", "/settings/server", "account")

    static let all = [you, devices, data, server]

    private init(_ name: String, _ path: String, _ anchor: String) {
      (self.name, self.path, self.anchor) = (name, path, anchor)
    }
  }
}
