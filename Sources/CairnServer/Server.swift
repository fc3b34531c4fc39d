import Cairn
public import CairnHTTP
public import CairnStore

/// The product over HTTP: a function from request to response.
///
/// It knows neither sockets nor databases, so tests ask it in memory what a browser asks it over
/// the network.
public struct Server: Sendable {
  let log: Log
  let world: ServerWorld

  /// Serves one person's log.
  public init(_ log: Log, world: ServerWorld) {
    (self.log, self.world) = (log, world)
  }

  /// Answers a request; never throws, and changes nothing unless the answer says so.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    let door = Door(request)
    var response: HTTPResponse
    do {
      response = try await answer(request)
    } catch {
      response = door.refusal(Problem(error), request)
    }
    door.complete(&response, for: request)
    return response
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    let gate = Gate(world.hosts)
    try gate.checkHost(request)
    guard let target = HTTPTarget(request.target) else {
      throw CairnError.malformed("The address of the request is broken.")
    }
    switch Self.routes.match(request.method, target.segments) {
    case .found(let route, let captures):
      try gate.checkOrigin(request, target)
      let visit = Visit(server: self, request: request, target: target, captures: captures)
      return try await route.handler(visit)
    case .wrongMethod(let allowed): throw WrongMethod(allowed: allowed.map(\.name))
    case .notFound: throw CairnError.noSuchPage
    }
  }
}
