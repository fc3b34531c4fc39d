import Cairn
public import CairnAccounts
import CairnConnect
public import CairnHTTP
public import CairnReports
public import CairnStore

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

  /// The paths that accept file uploads.
  public static let filePaths: Set<String> = [
    "/account/log", "/api/v1/account/log", "/api/v1/imports", "/import", "/api/v1/sync/push",
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
    await tenancy.onBlockingExecutor { await responded(to: request, by: handle) }
  }

  /// Decides from the header whether to accept a long body: only from clients with the required scope.
  public func admit(_ request: HTTPRequest) async -> BodyAdmission {
    await tenancy.onBlockingExecutor {
      do {
        return try await admission(of: request)
      } catch {
        return .refused(await responded(to: request) { _, _ in throw error })
      }
    }
  }

  private func responded(
    to request: HTTPRequest,
    by handle: (HTTPRequest, inout AccessLogEntry) async throws -> HTTPResponse
  ) async -> HTTPResponse {
    var (accessLogEntry, inner) = (AccessLogEntry(request, dependencies), request)
    let target = dependencies.innerTarget(request)
    inner.target = target ?? request.target
    let finalizer = ResponseFinalizer(inner)
    var response: HTTPResponse
    do {
      guard target != nil else { throw CairnError.outside(dependencies.base) }
      response = try await handle(inner, &accessLogEntry)
    } catch {
      let path = String(inner.target.prefix { $0 != "?" })
      let isReading = inner.method.isSafe || Self.readOnlyPaths.contains(path)
      let isDisconnected = Task.isCancelled && isReading
      let problem = isDisconnected ? .clientClosedRequest : Problem(error)
      accessLogEntry.refuse(problem, error)
      response = finalizer.refusal(problem, inner)
    }
    finalizer.complete(&response, for: inner)
    dependencies.base.set(on: &response)
    await finish(accessLogEntry, inner, &response)
    return response
  }

  /// Returns the response to an oversized or malformed request, in the API dialect of its path.
  public func refusal(_ problem: Problem, _ request: HTTPRequest) -> HTTPResponse {
    APIDialect(target: dependencies.innerTarget(request) ?? request.target).response(problem)
  }

  private func finish(
    _ accessLogEntry: AccessLogEntry,
    _ request: HTTPRequest,
    _ response: inout HTTPResponse
  ) async {
    if dependencies.isSecure(request) {
      response.fields.append("strict-transport-security", "max-age=31536000; includeSubDomains")
    }
    response.fields.append("x-request-id", accessLogEntry.id)
    ContentEncoding.apply(dependencies.pack, to: &response, for: request)
    let micros = accessLogEntry.micros(dependencies)
    metrics.count(accessLogEntry, response.status, micros: micros)
    accessLogEntry.log(response, micros: micros, to: dependencies.logger)
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

  private func handle(
    _ request: HTTPRequest,
    _ accessLogEntry: inout AccessLogEntry
  ) async throws -> HTTPResponse {
    let (context, endpoint) = try found(request, &accessLogEntry)
    return try await handle(context, by: endpoint)
  }

  /// Returns the endpoint of a request that passes the host and origin checks.
  private func found(
    _ request: HTTPRequest,
    _ accessLogEntry: inout AccessLogEntry
  ) throws -> (RequestContext, Endpoint) {
    let originCheck = HostAndOriginCheck(dependencies, request)
    try originCheck.checkHost(request)
    guard let target = HTTPTarget(request.target) else {
      throw CairnError.malformed("The request target is malformed.")
    }
    switch routes.match(request.method, target.segments) {
    case .found(let route, let captures):
      accessLogEntry.route = route
      try originCheck.checkOrigin(request, target)
      let context = RequestContext(
        server: self,
        request: request,
        target: target,
        captures: captures
      )
      return (context, route.handler)
    case .wrongMethod(let allowed): throw WrongMethod(allowed: allowed.map(\.name))
    case .notFound: throw CairnError.noSuchPage
    }
  }

  private func admission(of request: HTTPRequest) async throws -> BodyAdmission {
    guard let target = dependencies.innerTarget(request) else {
      throw CairnError.outside(dependencies.base)
    }
    var (accessLogEntry, inner) = (AccessLogEntry(request, dependencies), request)
    inner.target = target
    let (context, endpoint) = try found(inner, &accessLogEntry)
    switch endpoint.access {
    case .anyone: return .limited
    case .person: return try await context.admission(for: request.method.isSafe ? .read : .write)
    case .owner: return try await context.admission(for: .account)
    }
  }

  private func handle(_ context: RequestContext, by endpoint: Endpoint) async throws -> HTTPResponse
  {
    switch endpoint.access {
    case .anyone(let handler): return try await handler(endpoint.checked(context))
    case .person(let handler):
      let scope = context.request.method.isSafe ? Credential.Scope.read : .write
      return try await handle(context, by: endpoint, for: scope, handler)
    case .owner(let handler):
      return try await handle(context, by: endpoint, for: .account, handler)
    }
  }

  private func handle(
    _ context: RequestContext,
    by endpoint: Endpoint,
    for scope: Credential.Scope,
    _ handler: Handler
  ) async throws -> HTTPResponse {
    var authenticated = try await context.authenticated(for: scope)
    if scope == .write, !endpoint.isRead { try await authenticated.requireQuota() }
    authenticated.requestContext = try endpoint.checked(context)
    return try await notifyingWebhooks(authenticated, handler)
  }

  /// Runs the handler, then notifies webhooks, even after an error, because the commit may have succeeded.
  private func notifyingWebhooks(_ context: AuthenticatedContext, _ handler: Handler) async throws
    -> HTTPResponse
  {
    do {
      var response = try await handler(context)
      context.renewCookie(on: &response)
      await notifyWebhooks(context)
      return response
    } catch {
      await notifyWebhooks(context)
      throw error
    }
  }

  private func notifyWebhooks(_ context: AuthenticatedContext) async {
    guard !context.request.method.isSafe, let webhooks = dependencies.webhooks else { return }
    await webhooks.check(at: context.webhookOwner)
  }
}
