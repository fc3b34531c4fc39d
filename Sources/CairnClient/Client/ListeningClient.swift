import Cairn
import CairnSQL

/// A listening server as an app sees it: what is recorded is safe at once, and sent when it can be.
///
/// The calls are those of the guide that apps for such servers are written by (spec/listening.md
/// 8), with errors that tell what to do. It is an actor because one flush at a time is under way.
public actor ListeningClient {
  nonisolated let dependencies: ClientDependencies
  let transport: any Transport
  let outbox: Outbox
  let origin: String
  /// Who is signed in; nil for nobody.
  public internal(set) var credentials: Credentials?
  /// Whether a server has refused the sign-in: nothing is sent until there is another.
  public internal(set) var needsSignIn = false

  var flight: Task<FlushResult, Never>?
  var isAskedAgain = false
  var answers: [String: Result<ListeningSession, ClientError>] = [:]
  var wanted: Set<String> = []

  /// Opens the outbox at `path`, a file of this client alone, and makes it where there is none.
  ///
  /// `origin` is the address of the server, such as `https://cairn.example.org`. Throws
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

  /// Under which the outbox keeps what is recorded now; empty while nobody is signed in.
  var account: String { credentials?.userId ?? "" }

  /// Lets go of the file once what is under way is done.
  public func close() async {
    _ = await flight?.value
    await outbox.database.close()
  }
}
