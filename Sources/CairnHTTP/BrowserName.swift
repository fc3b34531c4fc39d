/// A readable name of a browser from its user agent: `Firefox on Linux`.
package struct BrowserName {
  /// The name.
  package let text: String

  /// Creates the name for a browser's request; nil for other programs.
  package init?(of request: HTTPRequest) {
    guard let agent = request.fields["user-agent"], agent.hasPrefix("Mozilla/") else { return nil }
    self.init(agent)
  }

  /// Creates the name for a user agent.
  package init(_ agent: String) {
    let browser = Self.browsers.first(where: { agent.contains($0.mark) })?.name ?? "A program"
    let system = Self.systems.first(where: { agent.contains($0.mark) })?.name
    text = browser + (system.map { " on \($0)" } ?? "")
  }

  // The order matters: most browsers also name others in their user agent.
  private static let browsers: [(mark: String, name: String)] = [
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ("curl/", "curl"),
  ]
  private static let systems: [(mark: String, name: String)] = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"),
    ("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux"),
  ]
}
