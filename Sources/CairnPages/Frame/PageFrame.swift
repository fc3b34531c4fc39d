package import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// The request-dependent values shared by all pages.
package struct PageFrame: Sendable {
  package let theme: Theme
  package let assets: PageAssets
  package let clock: WallClock
  /// The idempotency key of the page's forms: a form sent twice takes effect once.
  package let key: String
  package let toast: Toast?
  /// A sentence on why the local log is not synced with its server.
  private let syncNotice: String?
  /// The signed-in account; nil on a single-user server.
  package let person: Person?
  /// The moment of the request.
  package let now: Instant
  /// The address of the page.
  package let path: String
  /// The sessions that run or are paused.
  package let open: [SessionRow]
  private let state: Int64
  private let log: String

  /// Creates the frame.
  package init(
    theme: Theme,
    assets: PageAssets,
    clock: WallClock,
    key: String,
    toast: Toast?,
    syncNotice: String?,
    person: Person?,
    now: Instant,
    path: String,
    open: [SessionRow],
    state: Int64,
    log: String
  ) {
    (self.theme, self.assets, self.clock) = (theme, assets, clock)
    (self.key, self.toast, self.syncNotice) = (key, toast, syncNotice)
    (self.person, self.now, self.path) = (person, now, path)
    (self.open, self.state, self.log) = (open, state, log)
  }

  /// Returns the page around its content; it updates live if its section does or `isLive` is set.
  ///
  /// Open sessions have a bar, except those that the page itself shows.
  package func page(
    _ title: String,
    in section: Section,
    isLive: Bool? = nil,
    hue: Hue? = nil,
    showing own: [SessionRow] = [],
    isBare: Bool = false,
    _ content: HTML
  ) -> HTML {
    let isLive = isLive ?? Section.live.contains { $0.path == section.path }
    let state = isLive ? state : nil
    var layout = Layout(title: title, theme: theme, assets: assets)
    (layout.section, layout.toast, layout.state) = (section, toast, state)
    (layout.log, layout.syncNotice) = (log, syncNotice)
    (layout.hue, layout.bars, layout.isBare) = (hue, bars(besides: own), isBare)
    return layout.html(content)
  }

  private func bars(besides own: [SessionRow]) -> HTML {
    let others = open.filter { row in !own.contains { $0.id == row.id } }
    return HTML(others.map { SessionBar(frame: self, row: $0).html })
  }

  /// Returns the hidden input that identifies a form of the page.
  package func key(_ form: String) -> HTML { FormKey(key, form).html }
}

/// A hidden input with an idempotency key: a form sent twice takes effect once.
package struct FormKey {
  private let name: String

  package init(_ key: String, _ form: String) {
    name = "\(key)-\(form)"
  }

  package var html: HTML {
    """
    <input type="hidden" name="key" value="\(name)">
    """
  }
}

/// A person with an account on the server.
package struct Person: Sendable {
  /// The id of the account.
  package let id: RecordID
  package let name: String
  /// The name that others see.
  let displayName: String

  /// Creates the person of an account.
  package init(id: RecordID, name: String, displayName: String) {
    (self.id, self.name, self.displayName) = (id, name, displayName)
  }

  /// The address of the page with the person's public sessions.
  var publicPath: String { "/people/\(PercentCoding.encoded(name))" }
}
