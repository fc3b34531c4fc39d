import Cairn
import CairnClient
import CairnStore
import CairnSync
public import Foundation

extension Cairn {
  /// What a sync has done.
  public struct SyncResult: Sendable, Hashable, Codable {
    /// The number of changes that the server got.
    public let sent: Int
    /// The number of records that changed here.
    public let received: Int
    /// The number of changes that the server rejected.
    public let refused: Int
  }

  /// Syncs with the log of an account, until both sides agree.
  ///
  /// `server` is the address of the server, such as `https://cairn.example.org`, and `token` one of the
  /// account's. What was exchanged before an error stays. Throws `sync.invalid_url`, `sync.insecure` for
  /// HTTP to another machine, `remote.unreachable` without a response, and `sync.wrong_log` if this log
  /// follows another account. Calls of the same value run one after another.
  @discardableResult
  public func sync(with server: URL, token: String) async throws(Failure) -> SyncResult {
    try await Self.translated {
      let server = try SyncServer(server, token: token)
      let outcome = try await syncs.run {
        try await SyncRunner(log, transport: server.send).run()
      }
      return SyncResult(sent: outcome.sent, received: outcome.received, refused: outcome.refused)
    }
  }
}

/// Runs one sync after another, because two runs of a log at once would repeat each other's work.
actor SyncQueue {
  private var last: Task<Void, Never>?

  func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let before = last
    let task = Task {
      await before?.value
      try Task.checkCancellation()
      return try await body()
    }
    last = Task { _ = await task.result }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// A server, and the token of an account.
private struct SyncServer: Sendable {
  private let address: SyncAddress
  private let token: String
  private let transport: URLSessionTransport

  init(_ server: URL, token: String) throws(CairnError) {
    (address, self.token) = (try SyncAddress(server.absoluteString), token)
    try address.requireEncryption()
    transport = URLSessionTransport(base: server)
  }

  func send(_ request: SyncRequest) async throws -> SyncResponse {
    var headers = ["Content-Type": "application/json"]
    if !token.isEmpty { headers["Authorization"] = "Bearer \(token)" }
    let sent = ClientRequest(
      method: request.body == nil ? "GET" : "POST",
      target: request.path,
      headers: headers,
      body: request.body
    )
    let response: ClientResponse
    do { response = try await transport.send(sent) } catch {
      try Task.checkCancellation()
      throw unreachable("\(error)")
    }
    guard response.body.count <= request.limit else { throw unreachable("too long a response") }
    let pause = response.headers["retry-after"].flatMap { Int64($0) }
    return SyncResponse(status: response.status, body: response.body, retryAfter: pause)
  }

  private func unreachable(_ cause: String) -> CairnError {
    CairnError(
      "remote.unreachable",
      "\(address.url) did not respond.",
      hint: "Check the connection, and try again later. Nothing was lost.",
      cause: cause
    )
  }
}
