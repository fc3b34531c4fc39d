import CCurl
import CairnAccounts
import Glibc

/// An HTTP client for webhooks, off the threads of the cooperative pool.
enum WebhookSender {
  /// The request timeout in seconds.
  static let timeout = 8

  /// Returns a transport that follows the egress policy and stops when the task is cancelled.
  static func transport(_ policy: EgressPolicy) -> WebhookTransport {
    { call in
      let stop = StopFlag()
      return await withTaskCancellationHandler {
        await BlockingWork.run { post(call, policy, stop) }
      } onCancel: {
        stop.set()
      }
    }
  }

  private static func post(
    _ call: WebhookCall,
    _ policy: EgressPolicy,
    _ stop: StopFlag
  ) -> WebhookResponse {
    guard WebClient.missing == nil else { return noResponse(call, .noLibrary, .anywhere) }
    // Disable `Expect: 100-continue`, which libcurl sends before a long body.
    let lines = (call.fields + [("Expect", "")]).map { strdup("\($0.name): \($0.value)") }
    defer { for line in lines { free(line) } }
    var status = 0
    let code = lines.map { $0.map { UnsafePointer($0) } }.withUnsafeBufferPointer { lines in
      call.url.withCString { address in
        "cairn".withCString { agent in
          call.body.withUnsafeBytes { body in
            var post = cairn_curl_post()
            (post.address, post.agent, post.seconds) = (address, agent, timeout)
            (post.lines, post.line_count) = (lines.baseAddress, lines.count)
            (post.body, post.body_count) = (body.baseAddress, body.count)
            post.only_https = policy == .internet ? 1 : 0
            post.permits = policy == .internet ? isPublic : isAny
            return cairn_curl_post(&post, stop.flag, &status)
          }
        }
      }
    }
    return status < 200 ? noResponse(call, WebFailure(code), policy) : .status(status)
  }

  /// Returns the error of a request without a response.
  ///
  /// With the egress policy `.internet`, the error does not reveal names or addresses of the server's own
  /// network (spec/security.md L16).
  private static func noResponse(
    _ call: WebhookCall,
    _ failure: WebFailure,
    _ policy: EgressPolicy
  ) -> WebhookResponse {
    guard policy == .anywhere else { return .none("No response from a public address.") }
    return .none(failure.sentence(about: WebClient.origin(call.url)))
  }

  private typealias Permit =
    @convention(c) (UnsafePointer<sockaddr>?, UInt32) -> Int32

  private static let isAny: Permit = { _, _ in 1 }

  private static let isPublic: Permit = { address, _ in
    guard let address else { return 0 }
    let pointer = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let number = pointer.load(as: sockaddr_in.self).sin_addr
      return PublicInternet.contains(withUnsafeBytes(of: number) { Array($0) }) ? 1 : 0
    case AF_INET6:
      let number = pointer.load(as: sockaddr_in6.self).sin6_addr
      return PublicInternet.contains(withUnsafeBytes(of: number) { Array($0) }) ? 1 : 0
    default: return 0
    }
  }
}
