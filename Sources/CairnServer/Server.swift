import Cairn
public import CairnAccounts
import CairnConnect
public import CairnHTTP
public import CairnStore
public import CairnTransfer

/// The application as a function from HTTP request to HTTP response.
///
/// It uses neither sockets nor a database directly, so tests can call it in memory.
public struct Server: Sendable {
  let tenancy: TenancyMode
  let dependencies: ServerDependencies
  /// The routes, which describe the fields of the kinds of session.
  let routes: RouteTable<Endpoint>
  let metrics = RequestMetrics()
  let compressedAssets = CompressedAssets()
  let responseCache = ResponseCache()
  let pace: ChangeFeedConfiguration
  let concurrencyLimiter = ConcurrencyLimiter()
  let imports: Imports
  /// Limits views of shared pages, by client address.
  let shareLimiter = RateLimiter()
  /// Limits test messages to webhooks, by account.
  let webhookLimiter = RateLimiter()

  /// The paths that accept file uploads; one that ends with a slash stands for all below it.
  public static let filePaths: Set<String> = [
    "/account/log", "/api/v1/account/log", "/api/v1/imports", "/import", "/api/v1/sync/push",
    "/koreader/webdav/",
  ]

  /// The paths that accept an upload but change nothing.
  public static let readOnlyPaths: Set<String> = ["/api/v1/imports", "/import"]

  /// Whether the server has accounts.
  enum TenancyMode: Sendable {
    /// One log without accounts, for clients on the same machine.
    case singleUser(LogLease)
    /// One log per account.
    case multiUser(AccountService)

    /// Runs a body on a thread that may block on the database.
    ///
    /// This saves thread hops for each query, and rendering does not delay other requests.
    func onBlockingExecutor<T>(_ body: () async throws -> T) async rethrows -> T {
      guard case .multiUser(let accountService) = self else { return try await body() }
      return try await accountService.accounts.onBlockingExecutor(body)
    }
  }

  /// Creates a single-user server for the log in a folder.
  public init(
    _ log: Log,
    in folder: any LogFolder,
    dependencies: ServerDependencies,
    pace: ChangeFeedConfiguration = .singleUser
  ) {
    (tenancy, self.dependencies, self.pace) = (
      .singleUser(LogLease(log, folder)), dependencies, pace
    )
    routes = Self.routes(dependencies.modules)
    imports = Imports(on: InMemoryImportJobStore(), releaseMemory: dependencies.releaseMemory)
  }

  /// Creates a multi-user server.
  public init(
    _ accountService: AccountService,
    dependencies: ServerDependencies,
    pace: ChangeFeedConfiguration = .multiUser
  ) {
    (tenancy, self.dependencies, self.pace) = (.multiUser(accountService), dependencies, pace)
    routes = Self.routes(dependencies.modules)
    imports = Imports(on: accountService.importJobStore, releaseMemory: dependencies.releaseMemory)
  }

  /// Returns the response to a request; never throws, and changes no data if the response is an error.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    await tenancy.onBlockingExecutor {
      var exchange = Exchange(self, request)
      return await response(to: &exchange, through: Self.middleware) { try await $0.handle() }
    }
  }

  /// Decides from the header whether to accept a long body: only from clients with the required scope.
  public func admit(_ request: HTTPRequest) async -> BodyAdmission {
    await tenancy.onBlockingExecutor {
      var exchange = Exchange(self, request)
      do { return try await admission(of: &exchange) } catch {
        exchange = Exchange(self, exchange.request)
        return .refused(
          await response(to: &exchange, through: Self.answering) { _ in throw error }
        )
      }
    }
  }

  /// Returns the response of the steps, of which the ones for errors must be the first.
  private func response(
    to exchange: inout Exchange,
    through steps: [Middleware],
    _ last: Next
  ) async -> HTTPResponse {
    do { return try await exchange.pass(steps[...], then: last) } catch {
      return refusal(Problem(error), exchange.request)
    }
  }

  /// Returns the response to an oversized or malformed request, in the API dialect of its path.
  public func refusal(_ problem: Problem, _ request: HTTPRequest) -> HTTPResponse {
    APIDialect(
      target: dependencies.base.inner(request.target, exempt: ResponseFinalizer.operationsPaths)
        ?? request.target
    ).response(problem)
  }

  /// Deletes closed accounts after their grace period, with one check an hour, until the task is cancelled.
  public func removeClosedAccounts() async {
    guard case .multiUser(let accountService) = tenancy else { return }
    var due: Set<Identifier<Account>> = []
    while !Task.isCancelled {
      due = await accountService.removeClosed(dueBefore: due) { error in
        let code = Problem(error).code
        dependencies.logger.log(
          .error,
          "deletion of a closed account failed",
          [("code", .text(code))]
        )
      }
      try? await Task.sleep(for: .seconds(3_600))
    }
  }

  /// Closes all logs; call it on shutdown, after the last request.
  public func close() async {
    await imports.end()
    switch tenancy {
    case .singleUser(let lease): await lease.log.close()
    case .multiUser(let accountService): await accountService.logs.closeAll()
    }
  }

  /// Admits the body of a request to a public endpoint only within the usual limit.
  private func admission(of exchange: inout Exchange) async throws -> BodyAdmission {
    _ = try await exchange.pass(Self.entering[...]) { _ in HTTPResponse(.ok) }
    guard let scope = exchange.scope else { return .limited }
    return try await exchange.context.admission(for: scope)
  }
}
