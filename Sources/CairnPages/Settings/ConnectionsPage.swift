package import Cairn
package import CairnHTML
import CairnInsights

/// The Connections page: the devices and apps that send to the log, each with its own password or sign-in.
package struct ConnectionsPage {
  private let frame: PageFrame
  private let connections: [ConnectionRow]
  /// The titles offered for a file whose book is unknown.
  private let titles: [String]
  /// The new password, which is shown only once.
  private let setup: ConnectionSetup?
  private let formError: FormError?
  /// The address of the server.
  private let server: String

  /// Creates the page.
  package init(
    frame: PageFrame,
    connections: [ConnectionRow],
    titles: [String],
    setup: ConnectionSetup?,
    formError: FormError?,
    server: String
  ) {
    (self.frame, self.connections, self.titles) = (frame, connections, titles)
    (self.setup, self.formError, self.server) = (setup, formError, server)
  }

  package var html: HTML {
    frame.page(
      "Connections",
      in: .settings,
      isLive: false,
      """
      <header class="head"><h1>Connections</h1></header>
      \(fragment: setup?.html)
      \(fragment: formError.map { alert($0.error) })
      \(fragment: HTML(connections.map(card)))
      \(fragment: form)
      \(fragment: apps)
      <datalist id="titles">\(fragment: HTML(titles.map { "<option value=\"\($0)\"></option>" }))</datalist>
      """
    )
  }

  private var form: HTML {
    """
    <form class="form card" method="post" action="/settings/connections">
    <h2>Connect KOReader</h2>
    <p>Your e-reader logs the books you read on it. Each device gets a password of its own, which opens nothing else.</p>
    \(fragment: Field.text("name", "Device name", formError?.typed["name"] ?? "", hint: "Kobo"))
    <button class="wide primary">Add device</button></form>
    """
  }

  private var apps: HTML {
    """
    <section class="card" aria-labelledby="apps"><h2 id="apps">Connect a climbing app</h2>
    <p>An app made for Supabase can use this server. Enter the server address in the app, then sign in there with your \
    username and password. The app is listed here from then on.</p>
    <div class="form"><div class="field"><label for="app-server">Server address</label>
    <input id="app-server" readonly value="\(server)"></div></div></section>
    """
  }

  private func card(_ row: ConnectionRow) -> HTML {
    """
    <article class="card" aria-labelledby="\(row.anchor)"><h2 id="\(row.anchor)"><bdi>\(row.name)</bdi></h2>
    <p class="quiet">\(row.summary(frame.clock))</p>
    \(fragment: row.problem.map(problem))
    \(fragment: row.documents.isEmpty ? nil : "<ul class=\"rows\">\(fragment: HTML(row.documents.map { line($0, row) }))</ul>")
    <div class="actions">\(fragment: pause(row))\(fragment: row.isApp ? nil : button(row, "password", "New password"))</div>
    <details class="discard"><summary>Remove</summary>
    <form method="post" action="\(row.path)/remove">
    <p>\(row.isApp ? "The app is signed out. Sessions that it sent stay in your log." : deviceRemoval)</p>
    <button class="danger" aria-label="Remove \(row.name)">Remove connection</button></form></details></article>
    """
  }

  private var deviceRemoval: String {
    "The device can no longer send. Sessions and bookmarks that it sent stay in your log."
  }

  private func problem(_ text: String) -> HTML {
    "<p class=\"error\">\(text.formattingInstants(frame.clock.text))</p>"
  }

  private func pause(_ row: ConnectionRow) -> HTML {
    let label = row.isPaused ? "Resume" : "Pause"
    return """
      <form method="post" action="\(row.path)/pause">
      <input type="hidden" name="paused" value="\(row.isPaused ? "no" : "yes")">
      <button aria-label="\(label) \(row.name)">\(label)</button></form>
      """
  }

  private func button(_ row: ConnectionRow, _ act: String, _ label: String) -> HTML {
    """
    <form method="post" action="\(row.path)/\(act)">
    <button aria-label="\(label) for \(row.name)">\(label)</button></form>
    """
  }

  private func line(_ document: ConnectionRow.Document, _ row: ConnectionRow) -> HTML {
    let details = "\(document.percent) % · \(document.device) · \(frame.clock.text(document.at))"
    return """
      <li class="row"><div><strong>\(fragment: title(document))</strong>
      <span class="quiet">\(details)</span>
      \(fragment: document.book == nil ? match(document, row) : nil)</div></li>
      """
  }

  private func title(_ document: ConnectionRow.Document) -> HTML {
    guard let book = document.book else { return "<bdi>\(document.label)</bdi>" }
    return "<a href=\"/books/\(book.text)\"><bdi>\(document.label)</bdi></a>"
  }

  private func match(_ document: ConnectionRow.Document, _ row: ConnectionRow) -> HTML {
    let name = PercentCoding.encoded(document.name)
    let field = "\(row.anchor)-\(name)"
    return """
      <form class="form" method="post" action="/settings/connections/documents/\(name)">
      <div class="field"><label for="\(field)">Which book is this?</label>
      <input id="\(field)" name="title" list="titles" autocomplete="off" maxlength="500" required></div>
      <button>Save</button></form>
      """
  }
}

/// A connection as its page shows it.
package struct ConnectionRow {
  let id: RecordID
  let name: String
  let program: String
  /// Whether a person signed in to it, instead of entering a password made for it.
  let isApp: Bool
  let contactAt: Instant?
  let isPaused: Bool
  let isSignedIn: Bool
  let sessions: Int64
  let problem: String?
  let documents: [Document]

  /// Creates the row.
  package init(
    id: RecordID,
    name: String,
    program: String,
    isApp: Bool,
    contactAt: Instant?,
    isPaused: Bool,
    isSignedIn: Bool,
    sessions: Int64,
    problem: String?,
    documents: [Document]
  ) {
    (self.id, self.name, self.program, self.contactAt) = (id, name, program, contactAt)
    (self.isApp, self.isPaused, self.isSignedIn) = (isApp, isPaused, isSignedIn)
    (self.sessions, self.problem, self.documents) = (sessions, problem, documents)
  }

  var path: String { "/settings/connections/\(id.text)" }
  var anchor: String { "connection-\(id.text)" }

  /// Returns the program, the state, the last contact and what came.
  func summary(_ clock: WallClock) -> String {
    let contact = contactAt.map { "last contact \(clock.text($0))" } ?? "not used yet"
    let state = isPaused ? "paused" : isSignedIn ? nil : missing
    let came = sessions > 0 ? counted(Int(sessions), "session") : nil
    return [program, state, contact, came].compactMap { $0 }.joined(separator: " · ")
  }

  private var missing: String { isApp ? "signed out" : "needs a new password" }

  /// A file on a device, with the position in it.
  package struct Document {
    let name: String
    let book: RecordID?
    let title: String?
    let percent: Int64
    let device: String
    let at: Instant

    /// Creates the row; `title` is that of the book, else what the device calls the file.
    package init(
      name: String,
      book: RecordID?,
      title: String?,
      percent: Int64,
      device: String,
      at: Instant
    ) {
      (self.name, self.book, self.title) = (name, book, title)
      (self.percent, self.device, self.at) = (percent, device, at)
    }

    var label: String { title ?? "Unknown book \(name.prefix(6))" }
  }
}

/// What a person enters on a device, with its new password.
package struct ConnectionSetup {
  private let name: String
  private let server: String
  private let user: String
  private let password: String

  /// Creates the card; `server` is the address of progress sync.
  package init(name: String, server: String, user: String, password: String) {
    (self.name, self.server, self.user, self.password) = (name, server, user, password)
  }

  var html: HTML {
    """
    <section class="card" aria-labelledby="setup" role="status"><h2 id="setup">Set up \(name)</h2>
    <p>Enter this on the device now. You won’t see the password again.</p>
    <div class="form">
    \(fragment: value("user", "Username", user))
    \(fragment: value("password", "Password", password))
    \(fragment: value("server", "Custom sync server", server))
    <p>For your position: open a book, then the tools menu → Progress sync. Enter this server, log in, and turn on \
    “Automatically keep documents in sync” and “Send document metadata”.</p>
    \(fragment: value("webdav", "WebDAV address", server + "/webdav"))
    <p>For your sessions: tools menu → Cloud storage, add this WebDAV server. Then Reading statistics → Settings → \
    Cloud sync: choose it.</p>
    </div></section>
    """
  }

  private func value(_ id: String, _ label: String, _ value: String) -> HTML {
    """
    <div class="field"><label for="setup-\(id)">\(label)</label>
    <input id="setup-\(id)" readonly value="\(value)"></div>
    """
  }
}
