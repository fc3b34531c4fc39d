import CairnClient
import Foundation

/// A transport that kills this process, like a crash, before or after it sends a completed play.
struct CrashingTransport: Transport {
  let inner: any Transport
  let isSent: Bool

  func send(_ request: ClientRequest) async throws -> ClientResponse {
    let body = String(decoding: request.body ?? [], as: UTF8.self)
    guard body.contains(#""completed":true"#) else { return try await inner.send(request) }
    if isSent { _ = try await inner.send(request) }
    kill(getpid(), SIGKILL)
    return ClientResponse(status: 500, body: [])
  }
}
