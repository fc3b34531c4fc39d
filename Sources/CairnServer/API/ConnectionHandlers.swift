import Cairn
import CairnAccounts
import CairnActions
import CairnConnect
import CairnHTTP
import CairnJSON
import CairnStore

/// The handlers of `/api/v1/connections`.
enum ConnectionHandlers {
  private static let connections = JSONFields<[Connection]>(list: "connections")

  static let list = Endpoint.owner(
    "List the connections of devices and other programs, without their passwords.",
    gives: .json(connections)
  ) { context in
    HTTPResponse(connections.json(try await context.connections()))
  }

  private static let kinds = Connection.Kind.withPassword

  static let add = Endpoint.owner(
    "Add a connection; its password is shown only once.",
    body: [
      SchemaField(required: "kind", .choice(kinds.map(\.name)), "the program"),
      SchemaField(required: "name", .text(limit: 200), "a label, such as the device’s name"),
    ],
    gives: .created(NewConnection.fields)
  ) { context in
    let kind = kinds.first { $0.name == context.body.text("kind") } ?? .koreader
    let new = try await context.addConnection(kind, named: context.body.text("name") ?? "")
    return HTTPResponse(.created, json: new.json.text)
  }

  static let pause = Endpoint.owner(
    "Pause a connection, or let it send again.",
    body: [SchemaField(required: "paused", .bool, "whether it is refused until it is resumed")],
    gives: .json(Connection.self)
  ) { context in
    HTTPResponse(try await context.pauseConnection(context.body.bool("paused")).json)
  }

  static let renewPassword = Endpoint.owner(
    "Replace the password of a connection; the new one is shown only once.",
    gives: .created(NewConnection.fields)
  ) { context in
    HTTPResponse(.created, json: try await context.renewConnectionPassword().json.text)
  }

  private static let removed = JSONFields(state: "removed")

  static let remove = Endpoint.owner(
    "Remove a connection with its password; what it added to the log stays.",
    gives: .json(removed)
  ) { context in
    HTTPResponse(removed.json(try await context.removeConnection().record))
  }

  private static let documents = JSONFields<[ConnectedDocument]>(list: "documents")

  static let listDocuments = Endpoint.owner(
    "List the book files that devices reported, latest first, each with its book if known.",
    gives: .json(documents)
  ) { context in
    let all = try await context.connectedDocuments().map { $0.document }
    return HTTPResponse(documents.json(all))
  }

  static let match = Endpoint.owner(
    "Set the book of a reported file; its bookmark moves to the reported position.",
    body: [SchemaField("book", .optional(.id), "the book; null for none")],
    gives: .json(ConnectedDocument.self)
  ) { context in
    let book = context.body.id("book").map { Identifier<Entry>($0) }
    if let book, try await context.log.books([book]).isEmpty { throw CairnError.notOnShelf }
    return HTTPResponse(try await context.matchDocument(book).json)
  }
}

extension AuthenticatedContext {
  /// Returns the account's connections, oldest first; throws `account.single_user`.
  func connections() async throws -> [Connection] {
    try await accountService().accounts.connections(of: account().id)
  }

  /// Returns what the account's devices reported, with their connections.
  func connectedDocuments() async throws
    -> [(connection: Identifier<Connection>, document: ConnectedDocument)]
  {
    try await accountService().accounts.documents(of: account().id)
  }

  /// Adds a connection; throws `connection.name` and `connection.too_many`.
  func addConnection(_ kind: Connection.Kind, named name: String) async throws -> NewConnection {
    let account = try account()
    return NewConnection(
      try await accountService().accounts.addConnection(kind, named: name, to: account.id),
      of: account
    )
  }

  /// Replaces the password of the connection in the path; throws `connection.not_found`.
  func renewConnectionPassword() async throws -> NewConnection {
    let account = try account()
    return NewConnection(
      try await accountService().accounts.renewPassword(of: connectionID(), account.id),
      of: account
    )
  }

  /// Pauses the connection in the path, or resumes it; throws `connection.not_found`.
  func pauseConnection(_ isPaused: Bool) async throws -> Connection {
    let accounts = try accountService().accounts
    return try await accounts.pauseConnection(connectionID(), of: account().id, isPaused)
  }

  /// Removes the connection in the path; throws `connection.not_found`.
  func removeConnection() async throws -> Identifier<Connection> {
    let id = try connectionID()
    try await accountService().accounts.removeConnection(id, of: account().id)
    return id
  }

  /// Sets the book of the document in the path, and moves its bookmark to the reported position.
  ///
  /// Throws `connection.document_not_found`.
  func matchDocument(_ book: Identifier<Entry>?) async throws -> ConnectedDocument {
    let name = captures["name"] ?? ""
    let accounts = try accountService().accounts
    let document = try await accounts.match(name, book, of: account().id)
    if let book, let progress = document.progress { try await report(progress, in: book) }
    return document
  }

  private func connectionID() throws(CairnError) -> Identifier<Connection> {
    let name = captures["id"] ?? ""
    guard let id = RecordID(text: name) else { throw .noConnection(name) }
    return Identifier(id)
  }
}
