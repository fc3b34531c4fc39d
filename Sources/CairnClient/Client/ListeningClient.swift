import CairnSQL

/// A client of a listening server with a durable outbox.
///
/// Its API follows the guide for apps of such servers (spec/listening.md 8), with typed errors.
/// It is an actor, so that only one flush runs at a time.
public actor ListeningClient {
  nonisolated let dependencies: ClientDependencies
  let transport: any Transport
  let outbox: Outbox
  let origin: String
  /// The credentials of the signed-in user; nil if signed out.
  public internal(set) var credentials: Credentials?
  /// Whether the server rejected the token; nothing is sent until the next sign-in.
  public internal(set) var needsSignIn = false

  var flushTask: Task<FlushResult, Never>?
  var needsAnotherPass = false
  var results: [String: Result<ListeningSession, ClientError>] = [:]
  var awaitedIDs: Set<String> = []

  /// Opens the outbox at `path`, a file for this client alone; creates it if it is missing.
  ///
  /// `origin` is the server's URL, such as `https://cairn.example.org`. Throws
  /// `client.storage`.
  public init(
    outbox path: String,
    origin: String,
    transport: any Transport,
    dependencies: ClientDependencies,
    credentials: Credentials? = nil
  ) async throws(ClientError) {
    outbox = try await Outbox.open(path: path)
    self.origin = origin
    self.transport = transport
    self.dependencies = dependencies
    self.credentials = credentials
  }

  /// The outbox account of new sessions; empty while signed out.
  var account: String { credentials?.userId ?? "" }

  /// Closes the outbox after a running flush has ended.
  public func close() async {
    _ = await flushTask?.value
    await outbox.database.close()
  }
}
