import CairnHTTP
import CairnStore

/// A response cache, invalidated when the log changes.
///
/// Holds the latest response of each request target, with the ``CacheValidator`` of everything that it depends on. A
/// response with another validator is stale and never returned.
final class ResponseCache: Sendable {
  /// The maximum number of entries and the maximum size of a body in bytes: 4 MiB together.
  static let (limit, bytes) = (256, 16_384)

  private let responses = LockedValue([String: (tag: CacheValidator, response: HTTPResponse)]())

  /// Returns the cached response if its validator matches.
  func response(to subject: String, _ tag: CacheValidator) -> HTTPResponse? {
    guard let cached = responses.withLock({ $0[subject] }), cached.tag == tag else { return nil }
    return cached.response
  }

  /// Stores a response; clears the cache first if it is full.
  func store(_ response: HTTPResponse, to subject: String, _ tag: CacheValidator) {
    guard response.body.count <= Self.bytes else { return }
    responses.withLock { responses in
      if responses.count >= Self.limit, responses[subject] == nil { responses = [:] }
      responses[subject] = (tag, response)
    }
  }
}

extension Endpoint {
  /// This endpoint with a cached response, for a result that depends only on log, time zone and time.
  ///
  /// Reads the validator before the response. A concurrent change then caches a newer response under an old
  /// validator, which no later request matches.
  var cached: Endpoint {
    guard case .authenticated(let handler) = access else { return self }
    return handled(by: { context in
      let (tag, subject) = (
        try await CacheValidator(context), context.owner + " " + context.request.target
      )
      let responses = context.server.responseCache
      if let known = responses.response(to: subject, tag) { return known }
      var response = try await context.snapshot(handler)
      guard response.status == .ok, response.parts == nil else { return response }
      response.fields.append("etag", ETag(response.body).text)
      responses.store(response, to: subject, tag)
      return response
    })
  }
}
