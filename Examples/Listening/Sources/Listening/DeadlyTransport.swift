import CairnClient
import Foundation

/// Ends this process, as a crash would, when a session is sent: before it leaves, or when it arrived.
struct DeadlyTransport: Transport {
  let inner: any Transport
  let isSent: Bool

  func send(_ request: ClientRequest) async throws -> ClientAnswer {
    guard request.method == "POST", request.target.hasSuffix("/sessions") else {
      return try await inner.send(request)
    }
    // So that the whole play is written, and only its sending is cut off.
    try await Task.sleep(for: .milliseconds(300))
    if isSent { _ = try await inner.send(request) }
    kill(getpid(), SIGKILL)
    return ClientAnswer(status: 500, body: [])
  }
}
