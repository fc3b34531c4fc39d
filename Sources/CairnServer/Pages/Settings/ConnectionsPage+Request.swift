import Cairn
import CairnAccounts
import CairnHTTP
import CairnPages
import CairnReports
import CairnStore

extension ConnectionsPage {
  init(
    _ context: AuthenticatedContext,
    _ formError: FormError? = nil,
    new: NewConnection? = nil
  ) async throws {
    let connections = try await context.connections()
    let documents = try await context.connectedDocuments()
    let books = try await context.log.books(Array(Set(documents.compactMap { $0.document.entry })))
    let titles = Dictionary(books.map { ($0.id, $0.title) }) { one, _ in one }
    self.init(
      frame: try await PageFrame(context),
      connections: connections.map { connection in
        let own = documents.filter { $0.connection == connection.id && $0.document.progress != nil }
        return ConnectionRow(
          connection,
          own.prefix(Self.documentLimit).compactMap { ConnectionRow.Document($0.document, titles) }
        )
      },
      titles: try await context.log.recentTitles(),
      setup: new.map { ConnectionSetup($0, at: context.origin) },
      formError: formError,
      server: context.origin
    )
  }

  /// The maximum number of books shown per connection.
  private static let documentLimit = 20
}

extension ConnectionRow {
  fileprivate init(_ connection: Connection, _ documents: [Document]) {
    self.init(
      id: connection.id.record,
      name: connection.name,
      program: connection.kind.label,
      isApp: connection.kind == .supabase,
      contactAt: connection.contactAt,
      isPaused: connection.pausedAt != nil,
      isSignedIn: connection.isSignedIn,
      sessions: connection.sessions,
      problem: connection.problem,
      documents: documents
    )
  }
}

extension ConnectionRow.Document {
  fileprivate init?(_ document: ConnectedDocument, _ titles: [Identifier<Entry>: String]) {
    guard let progress = document.progress else { return nil }
    let title = document.entry.flatMap { titles[$0] }
    self.init(
      name: document.document,
      book: title == nil ? nil : document.entry?.record,
      title: title ?? document.title,
      percent: progress.hundredths / 100,
      device: progress.device,
      at: progress.at
    )
  }
}

extension ConnectionSetup {
  fileprivate init(_ new: NewConnection, at origin: String) {
    self.init(
      name: new.connection.name,
      server: origin + "/koreader",
      user: new.user,
      password: new.password
    )
  }
}

extension AuthenticatedContext {
  /// The address of the server as the browser knows it, with the base path.
  fileprivate var origin: String {
    let scheme = server.dependencies.isSecure(request) ? "https://" : "http://"
    return scheme + (request.fields["host"] ?? "") + server.dependencies.base.text
  }
}
