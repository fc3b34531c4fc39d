import CairnHTTP
import CairnStore

/// Answers that tell what a log says and nothing else, kept until it says something else.
///
/// Of each thing that is asked for only the latest answer is kept, under the name of all that it
/// depends on (``CacheValidator``); so one that is not right any more is never given.
final class ResponseCache: Sendable {
  /// How many are kept, and how large the body of one may be: 4 MiB together.
  static let (limit, bytes) = (256, 16_384)

  private let answers = LockedValue([String: (tag: CacheValidator, response: HTTPResponse)]())

  /// The answer to something that is asked for, if it is still right.
  func answer(to subject: String, _ tag: CacheValidator) -> HTTPResponse? {
    guard let kept = answers.holding({ $0[subject] }), kept.tag == tag else { return nil }
    return kept.response
  }

  /// Keeps an answer in the place of an earlier one; when there are too many, all others go.
  func keep(_ response: HTTPResponse, to subject: String, _ tag: CacheValidator) {
    guard response.body.count <= Self.bytes else { return }
    answers.holding { answers in
      if answers.count >= Self.limit, answers[subject] == nil { answers = [:] }
      answers[subject] = (tag, response)
    }
  }
}

extension Endpoint {
  /// The same for a question whose answer is told by the log, the person's zone and the time as far
  /// as pages tell it: it is worked out once for each state of them.
  ///
  /// The state is read before the answer, so that one that is newer than its name does not last.
  var kept: Endpoint {
    guard case .person(let handler) = access else { return self }
    return answered(by: { context in
      let (tag, subject) = (try await CacheValidator(context), context.owner + " " + context.request.target)
      let answers = context.server.responseCache
      if let known = answers.answer(to: subject, tag) { return known }
      var response = try await context.snapshot(handler)
      guard response.status == .ok, response.parts == nil else { return response }
      response.fields.append("etag", ETag(response.body).text)
      answers.keep(response, to: subject, tag)
      return response
    })
  }
}
