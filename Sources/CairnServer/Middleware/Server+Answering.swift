import CairnHTTP

extension Server {
  /// Counts and logs the response as it is sent.
  static let accessLog: Middleware = { exchange, next in
    let response = try await next(&exchange)
    let dependencies = exchange.server.dependencies
    let micros = exchange.entry.micros(dependencies)
    exchange.server.metrics.count(exchange.entry, response.status, micros: micros)
    exchange.entry.log(response, micros: micros, to: dependencies.logger)
    return response
  }

  /// Compresses a long text for a client that accepts it.
  static let compression: Middleware = { exchange, next in
    var response = try await next(&exchange)
    let pack = exchange.server.dependencies.pack
    ContentEncoding.apply(pack, to: &response, for: exchange.request)
    return response
  }

  /// Adds the id of the request, and over TLS the demand for TLS.
  static let transportFields: Middleware = { exchange, next in
    var response = try await next(&exchange)
    if exchange.server.dependencies.isSecure(exchange.request) {
      response.fields.append("strict-transport-security", "max-age=31536000; includeSubDomains")
    }
    response.fields.append("x-request-id", exchange.entry.id)
    return response
  }

  /// Adds the base path to redirects, cookies and links.
  static let linksInsideBase: Middleware = { exchange, next in
    var response = try await next(&exchange)
    exchange.server.dependencies.base.set(on: &response)
    return response
  }

  /// Adds security headers, the caching policy and, for API responses, an ETag.
  static let finalFields: Middleware = { exchange, next in
    var response = try await next(&exchange)
    ResponseFinalizer(exchange.request).complete(&response, for: exchange.request)
    return response
  }

  /// Turns an error into a page or JSON.
  static let problems: Middleware = { exchange, next in
    do { return try await next(&exchange) } catch {
      let request = exchange.request
      let isDisconnected = Task.isCancelled && isReading(request)
      let problem = isDisconnected ? .clientClosedRequest : Problem(error)
      exchange.entry.refuse(problem, error)
      return ResponseFinalizer(request).refusal(problem, request)
    }
  }

  private static func isReading(_ request: HTTPRequest) -> Bool {
    request.method.isSafe || readOnlyPaths.contains(String(request.target.prefix { $0 != "?" }))
  }
}
