import Cairn
import CairnHTTP
import CairnPages
import CairnStore
import CairnAccounts

/// A hash of all inputs of a page: person, address, theme, state of the log, and time at the
/// page's precision.
struct CacheValidator: Sendable, Equatable {
  /// Bytes, because `String` treats composed and decomposed é as equal and addresses do not.
  private let bytes: [UInt8]
  /// The person's clock style, read with the state of the log.
  let clockStyle: ClockStyle

  init(_ context: AuthenticatedContext) async throws {
    let token = try await context.log.versionToken()
    clockStyle = token.clockStyle
    let dependencies = context.server.dependencies
    // Days begin at a quarter of an hour in every time zone; a running timer shows seconds.
    let moment = context.now.milliseconds / (token.hasOpenSession ? 1_000 : 900_000)
    let parts = [
      context.owner, context.identity?.account.name ?? "", context.request.target,
      Theme(context.request).name, token.text, context.zone.name, "\(moment)", dependencies.version,
      "\(dependencies.process.startedAt?.milliseconds ?? 0)", Asset.style.path, Asset.script.path,
      Asset.send.path, Asset.live.path, Asset.pages.path, Asset.charts.path,
    ]
    bytes = Array(parts.joined(separator: "\n").utf8)
  }

  private var tag: ETag { ETag(bytes) }

  /// Returns whether the client has the current page already.
  func isKnown(to request: HTTPRequest) -> Bool {
    request.fields["if-none-match"].map(tag.isNamed) ?? false
  }

  /// Lets the browser cache the page and revalidate it on each request.
  ///
  /// The tag is weak (RFC 9110, 8.8.1), because the idempotency keys in forms differ.
  func set(on response: inout HTTPResponse) {
    response.fields.append("etag", "W/" + tag.text)
    response.fields.append("cache-control", "private, no-cache")
    response.fields.append("vary", "Cookie")
  }
}

extension Route where Handler == Endpoint {
  /// Creates a page that depends only on the log; a browser with a current copy gets 304.
  ///
  /// With `dependsOnOthers`, the page also shows other people, so it is rendered for each request, except on a
  /// single-user server.
  init(page pattern: String, dependsOnOthers: Bool = false, _ page: @escaping CairnServer.Handler) {
    let handler: CairnServer.Handler = { context in
      guard !dependsOnOthers || context.identity == nil else {
        return try await AuthenticatedContext.inClockStyle(page)(context)
      }
      return try await context.snapshot { try await Self.respond($0, page) }
    }
    self.init(.get, pattern, Endpoint(operation: nil, access: .authenticated(handler)))
  }

  private static func respond(
    _ context: AuthenticatedContext,
    _ page: CairnServer.Handler
  ) async throws -> HTTPResponse {
    let tag = try await CacheValidator(context)
    guard !tag.isKnown(to: context.request) else {
      var response = HTTPResponse(.notModified)
      tag.set(on: &response)
      return response
    }
    var response = try await ClockStyle.$current.withValue(tag.clockStyle) {
      try await page(context)
    }
    if response.status == .ok { tag.set(on: &response) }
    return response
  }
}
