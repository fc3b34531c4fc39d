import CCurl
import Cairn
import CairnExchange
import Glibc

/// An HTTP client for user-requested servers; only ``WebhookSender`` makes other requests.
enum WebClient {
  /// The text of the loader if libcurl cannot be used; nil if it can.
  ///
  /// The library is loaded on first access.
  static let missing: String? = cairn_curl_load().map { String(cString: $0) }

  /// Sends a request off the threads of the cooperative pool; throws `remote.unreachable`.
  ///
  /// Cancellation takes effect within about a second.
  static let send: WebTransport = { request in
    let stop = StopFlag()
    return try await withTaskCancellationHandler {
      try await BlockingWork.run { try response(to: request, stop) }
    } onCancel: {
      stop.set()
    }
  }

  private static func response(to request: WebRequest, _ stop: StopFlag) throws -> WebResponse {
    if let missing { throw unreachable(request, .noLibrary, cause: missing) }
    var response = cairn_curl_answer()
    var errorBuffer = [CChar](repeating: 0, count: 256)
    let code = send(request, stop, &errorBuffer, &response)
    defer { free(response.bytes) }
    guard code == 0 else {
      let cause = errorBuffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw unreachable(request, WebFailure(code), cause: String(decoding: cause, as: UTF8.self))
    }
    let body = UnsafeMutableBufferPointer(start: response.bytes, count: response.count)
    let pause = response.retry_after > 0 ? Int64(response.retry_after) : nil
    return WebResponse(status: response.status, body: Array(body), retryAfter: pause)
  }

  private static func send(
    _ request: WebRequest,
    _ stop: StopFlag,
    _ errorBuffer: inout [CChar],
    _ response: inout cairn_curl_answer
  ) -> Int32 {
    // Disable `Expect: 100-continue`, which libcurl sends before a long body.
    var head = ["Expect:", "Content-Type: application/json"]
    if !request.bearer.isEmpty { head.append("Authorization: Bearer \(request.bearer)") }
    let lines = head.map { strdup($0) }
    defer { for line in lines { free(line) } }
    return lines.map { $0.map { UnsafePointer($0) } }.withUnsafeBufferPointer { lines in
      request.url.withCString { address in
        "cairn".withCString { agent in
          (request.body ?? []).withUnsafeBytes { body in
            var question = cairn_curl_question()
            (question.address, question.agent) = (address, agent)
            (question.lines, question.line_count) = (lines.baseAddress, lines.count)
            (question.body, question.body_count) = (body.baseAddress, body.count)
            if request.body == nil { question.body = nil }
            question.limit = request.limit
            return cairn_curl_ask(&question, stop.flag, &errorBuffer, &response)
          }
        }
      }
    }
  }

  private static func unreachable(
    _ request: WebRequest,
    _ failure: WebFailure,
    cause: String
  ) -> CairnError {
    let message = failure.sentence(about: origin(request.url).visible)
    return CairnError("remote.unreachable", message, hint: failure.hint, cause: cause)
  }

  /// Returns the scheme, host and port of a URL (RFC 6454, 4).
  static func origin(_ url: String) -> String {
    url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      .prefix(3).joined(separator: "/")
  }
}
