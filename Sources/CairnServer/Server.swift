import Cairn
public import CairnHTTP
public import CairnStore

/// The product over HTTP: a function from request to response.
///
/// It knows neither sockets nor databases, so tests ask it in memory what a browser asks it over
/// the network.
public struct Server: Sendable {
  let house: House
  let world: ServerWorld
  let tally = Tally()
  let packedAssets = PackedAssets()
  let keptAnswers = KeptAnswers()
  let pace: LivePace
  let seats = Seats()
  let imports: Imports
  /// Looks at shared pages, by address.
  let shareLimiter = RateLimiter()
  /// Test messages to webhooks, by account.
  let webhookLimiter = RateLimiter()

  /// The paths at which whole files are sent.
  public static let filePaths: Set<String> = [
    "/account/log", "/api/v1/account/log", "/api/v1/imports", "/import", "/api/v1/sync/push",
  ]

  /// The paths at which a file is looked at and nothing is changed, though it is sent.
  public static let readingPaths: Set<String> = ["/api/v1/imports", "/import"]

  /// Whose logs are served.
  enum House: Sendable {
    /// One person's own, to their own machine.
    case own(LogLease)
    /// Those of all who have an account.
    case household(Household)

    /// Works out an answer where the accounts and the logs are asked most quickly, and where others are not held up
    /// by what it takes to make its text.
    func staying<T>(_ body: () async throws -> T) async rethrows -> T {
      guard case .household(let household) = self else { return try await body() }
      return try await household.accounts.staying(body)
    }
  }

  /// Serves one person's log, which lies in a folder, to whoever asks.
  public init(
    _ log: Log,
    in folder: any LogFolder,
    world: ServerWorld,
    pace: LivePace = .own
  ) {
    (house, self.world, self.pace) = (.own(LogLease(log, folder)), world, pace)
    imports = Imports(on: OwnImportShelf(), releaseMemory: world.releaseMemory)
  }

  /// Serves everyone with an account their own log.
  public init(_ household: Household, world: ServerWorld, pace: LivePace = .household) {
    (house, self.world, self.pace) = (.household(household), world, pace)
    imports = Imports(on: household.importShelf, releaseMemory: world.releaseMemory)
  }

  /// Answers a request; never throws, and changes nothing unless the answer says so.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    await house.staying { await responded(to: request, by: answer) }
  }

  /// Decides from the head of a request whether its long body may come: only from someone who may do
  /// what it asks.
  public func admit(_ request: HTTPRequest) async -> BodyAdmission {
    await house.staying {
      do {
        return try await admission(of: request)
      } catch {
        return .refused(await responded(to: request) { _, _ in throw error })
      }
    }
  }

  private func responded(
    to request: HTTPRequest,
    by answer: (HTTPRequest, inout Passage) async throws -> HTTPResponse
  ) async -> HTTPResponse {
    var (passage, inner) = (Passage(request, world), request)
    let place = world.base.inner(request.target)
    inner.target = place ?? request.target
    let door = Door(inner)
    var response: HTTPResponse
    do {
      guard place != nil else { throw CairnError.outside(world.base) }
      response = try await answer(inner, &passage)
    } catch {
      let path = String(inner.target.prefix { $0 != "?" })
      let isReading = inner.method.isSafe || Self.readingPaths.contains(path)
      let isLeft = Task.isCancelled && isReading
      let problem = isLeft ? .left : Problem(error)
      passage.refuse(problem, error)
      response = door.refusal(problem, inner)
    }
    door.complete(&response, for: inner)
    world.base.put(on: &response)
    await finish(passage, inner, &response)
    return response
  }

  /// Refuses a request that is too large or too broken to be answered, in the words of the part of
  /// the API that it asked.
  public func refusal(_ problem: Problem, _ request: HTTPRequest) -> HTTPResponse {
    Surface(target: world.base.inner(request.target) ?? request.target).response(problem)
  }

  private func finish(
    _ passage: Passage,
    _ request: HTTPRequest,
    _ response: inout HTTPResponse
  ) async {
    if world.isSecure(request) {
      response.fields.append("strict-transport-security", "max-age=31536000; includeSubDomains")
    }
    response.fields.append("x-request-id", passage.id)
    Packing.apply(world.pack, to: &response, for: request)
    let micros = passage.micros(world)
    tally.count(passage, response.status, micros: micros)
    passage.remark(response, micros: micros, to: world.remarks)
  }

  /// Removes closed accounts whose grace is over, by two looks an hour apart, until it is cancelled.
  public func removeClosedAccounts() async {
    guard case .household(let household) = house else { return }
    var due: Set<Identifier<Account>> = []
    while !Task.isCancelled {
      due = await household.removeClosed(dueBefore: due) { error in
        let code = Problem(error).code
        world.remarks.say(.error, "removal of a closed account failed", [("code", .text(code))])
      }
      try? await Task.sleep(for: .seconds(3_600))
    }
  }

  /// Closes all logs; for the end of the process, when nobody asks any more.
  public func close() async {
    await imports.end()
    switch house {
    case .own(let lease): await lease.log.close()
    case .household(let household): await household.logs.closeAll()
    }
  }

  private func answer(
    _ request: HTTPRequest,
    _ passage: inout Passage
  ) async throws -> HTTPResponse {
    let (knock, endpoint) = try found(request, &passage)
    return try await answer(knock, by: endpoint)
  }

  /// The endpoint of a request that may come from where it says.
  private func found(
    _ request: HTTPRequest,
    _ passage: inout Passage
  ) throws -> (Knock, Endpoint) {
    let gate = Gate(world, request)
    try gate.checkHost(request)
    guard let target = HTTPTarget(request.target) else {
      throw CairnError.malformed("The address of the request is broken.")
    }
    switch Self.routes.match(request.method, target.segments) {
    case .found(let route, let captures):
      passage.route = route
      try gate.checkOrigin(request, target)
      let knock = Knock(server: self, request: request, target: target, captures: captures)
      return (knock, route.handler)
    case .wrongMethod(let allowed): throw WrongMethod(allowed: allowed.map(\.name))
    case .notFound: throw CairnError.noSuchPage
    }
  }

  private func admission(of request: HTTPRequest) async throws -> BodyAdmission {
    guard let place = world.base.inner(request.target) else { throw CairnError.outside(world.base) }
    var (passage, inner) = (Passage(request, world), request)
    inner.target = place
    let (knock, endpoint) = try found(inner, &passage)
    switch endpoint.answerer {
    case .anyone: return .limited
    case .person: return try await knock.admission(for: request.method.isSafe ? .read : .write)
    case .owner: return try await knock.admission(for: .account)
    }
  }

  private func answer(_ knock: Knock, by endpoint: Endpoint) async throws -> HTTPResponse {
    switch endpoint.answerer {
    case .anyone(let handler): return try await handler(endpoint.checked(knock))
    case .person(let handler):
      let scope = knock.request.method.isSafe ? Pass.Scope.read : .write
      return try await answer(knock, by: endpoint, for: scope, handler)
    case .owner(let handler):
      return try await answer(knock, by: endpoint, for: .account, handler)
    }
  }

  private func answer(
    _ knock: Knock,
    by endpoint: Endpoint,
    for scope: Pass.Scope,
    _ handler: Handler
  ) async throws -> HTTPResponse {
    var visit = try await knock.visit(for: scope)
    if scope == .write, !endpoint.isRead { try visit.requireRoom() }
    visit.knock = try endpoint.checked(knock)
    return try await followed(visit, handler)
  }

  /// Answers, and has those told who want to know what a log has reached: also where nobody knows whether it has.
  private func followed(_ visit: Visit, _ handler: Handler) async throws -> HTTPResponse {
    do {
      var response = try await handler(visit)
      visit.renewCookie(on: &response)
      await look(at: visit)
      return response
    } catch {
      await look(at: visit)
      throw error
    }
  }

  private func look(at visit: Visit) async {
    guard !visit.request.method.isSafe, let webhooks = world.webhooks else { return }
    await webhooks.look(at: visit.webhookOwner)
  }
}
