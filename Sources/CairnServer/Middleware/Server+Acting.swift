import CairnAccounts
import CairnHTTP

extension Server {
  /// Finds the person, checks scope and rate, and opens the log, unless the endpoint is public.
  static let credentials: Middleware = { exchange, next in
    if let scope = exchange.scope {
      exchange.person = try await exchange.context.authenticated(for: scope)
    }
    return try await next(&exchange)
  }

  /// Throws `account.full` for a write to a log that has reached its quota.
  static let quota: Middleware = { exchange, next in
    if exchange.scope == .write, !exchange.endpoint.isRead {
      try await exchange.person?.requireQuota()
    }
    return try await next(&exchange)
  }

  /// Reads the declared parameters and fields; throws `request.field` for any other.
  static let declaredInput: Middleware = { exchange, next in
    let endpoint = exchange.endpoint
    let context = try endpoint.checked(exchange.context)
    exchange.routed = (endpoint, context)
    exchange.person?.requestContext = context
    return try await next(&exchange)
  }

  /// Notifies webhooks of a write, even after an error, because the commit may have succeeded.
  static let webhookNotice: Middleware = { exchange, next in
    let result: Result<HTTPResponse, any Error>
    do { result = .success(try await next(&exchange)) } catch { result = .failure(error) }
    if let person = exchange.person, !exchange.request.method.isSafe {
      await exchange.server.dependencies.webhooks?.scheduleCheck(of: person.webhookOwner)
    }
    return try result.get()
  }

  /// Renews the cookie of a browser whose credential was extended.
  static let cookieRenewal: Middleware = { exchange, next in
    var response = try await next(&exchange)
    exchange.person?.renewCookie(on: &response)
    return response
  }
}
