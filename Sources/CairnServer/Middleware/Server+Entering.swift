import Cairn
import CairnConnect
import CairnHTTP

extension Server {
  /// Removes the base path from the target; throws `request.not_found` for a target outside it.
  static let targetInsideBase: Middleware = { exchange, next in
    let base = exchange.server.dependencies.base
    let paths = ResponseFinalizer.operationsPaths
    guard let target = base.inner(exchange.request.target, exempt: paths) else {
      throw CairnError.outside(base)
    }
    exchange.request.target = target
    return try await next(&exchange)
  }

  /// Throws `request.host` for a request that is meant for another server.
  static let hostCheck: Middleware = { exchange, next in
    try HostAndOriginCheck(exchange.server.dependencies, exchange.request)
      .checkHost(exchange.request)
    return try await next(&exchange)
  }

  /// Finds the endpoint; throws `request.not_found` and ``WrongMethod``.
  static let routing: Middleware = { exchange, next in
    let request = exchange.request
    // A query of rows may have two conditions on one column.
    let allowsRepeats = APIDialect(target: request.target) == .rows
    guard let target = HTTPTarget(request.target, allowingRepeats: allowsRepeats) else {
      throw CairnError.malformed("The request target is malformed.")
    }
    switch exchange.server.routes.match(request.method, target.segments) {
    case .found(let route, let captures):
      let server = exchange.server
      exchange.entry.route = route
      exchange.routed = (
        route.handler,
        RequestContext(server: server, request: request, target: target, captures: captures)
      )
    case .wrongMethod(let allowed): throw WrongMethod(allowed: allowed.map(\.name))
    case .notFound: throw CairnError.noSuchPage
    }
    return try await next(&exchange)
  }

  /// Throws `request.origin` for a request that another site may have caused.
  static let originCheck: Middleware = { exchange, next in
    try HostAndOriginCheck(exchange.server.dependencies, exchange.request)
      .checkOrigin(exchange.request, exchange.context.target)
    return try await next(&exchange)
  }
}
