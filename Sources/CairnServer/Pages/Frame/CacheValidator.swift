import Cairn
import CairnHTTP
import CairnStore

/// The name of all that a page depends on: who asks for what, how it looks, the log, and the time
/// as far as pages tell it.
struct CacheValidator: Sendable, Equatable {
  /// By their bytes: an address with é as one letter is another than with two.
  private let bytes: [UInt8]

  init(_ context: AuthenticatedContext) async throws {
    let mark = try await context.log.mark()
    let dependencies = context.server.dependencies
    // Days begin at quarters of an hour everywhere; a timer shows seconds.
    let moment = context.now.milliseconds / (mark.hasOpenSession ? 1_000 : 900_000)
    let parts = [
      context.owner, context.identity?.account.name ?? "", context.request.target,
      Theme(context.request).name, mark.text, context.zone.name, "\(moment)", dependencies.version,
      "\(dependencies.process.startedAt?.milliseconds ?? 0)", Asset.style.path, Asset.script.path,
      Asset.send.path, Asset.live.path,
    ]
    bytes = Array(parts.joined(separator: "\n").utf8)
  }

  private var tag: ETag { ETag(bytes) }

  /// Whether the one who asks has the page already.
  func isKnown(to request: HTTPRequest) -> Bool {
    request.fields["if-none-match"].map(tag.isNamed) ?? false
  }

  /// Lets a browser keep a page, to ask each time whether it is still right.
  ///
  /// The tag is weak (RFC 9110, 8.8.1): the keys of forms differ.
  func put(on response: inout HTTPResponse) {
    response.fields.append("etag", "W/" + tag.text)
    response.fields.append("cache-control", "private, no-cache")
    response.fields.append("vary", "Cookie")
  }
}

extension Route where Handler == Endpoint {
  /// A page that tells what the log says, and nothing else: it is not made again for a browser that
  /// has it.
  ///
  /// One that tells of others as well is made each time, but for a person who has no others beside
  /// them: a server without accounts.
  init(page pattern: String, ofOthers: Bool = false, _ page: @escaping CairnServer.Handler) {
    self.init(.get, pattern) { context in
      if ofOthers, context.identity != nil { return try await page(context) }
      return try await context.snapshot { try await Self.answer($0, page) }
    }
  }

  private static func answer(
    _ context: AuthenticatedContext,
    _ page: CairnServer.Handler
  ) async throws -> HTTPResponse {
    let tag = try await CacheValidator(context)
    guard !tag.isKnown(to: context.request) else {
      var response = HTTPResponse(.notModified)
      tag.put(on: &response)
      return response
    }
    var response = try await page(context)
    if response.status == .ok { tag.put(on: &response) }
    return response
  }
}
