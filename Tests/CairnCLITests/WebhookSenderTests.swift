import Cairn
import CairnAccounts
import CairnHTTP
import CairnListener
import CairnStore
import Testing

@testable import CairnCLI

@Suite struct `Sending to a webhook` {
  /// Posts to a local server that responds with a status, and returns the result.
  private func post(
    _ reach: EgressPolicy,
    path: String = "/hook",
    scheme: String = "http",
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) async throws -> (WebhookResponse, [HTTPRequest]) {
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    let (asked, asking) = AsyncStream<HTTPRequest>.makeStream()
    let listener = try Listener(socket, limits: ListenerLimits()) { request in
      asking.yield(request)
      return answer(request)
    }
    let url = "\(scheme)://127.0.0.1:\(socket.port)\(path)"
    let answer = await WebhookSender.transport(reach)(call(url))
    await listener.stop()
    asking.finish()
    return (answer, await asked.reduce(into: []) { $0.append($1) })
  }

  private func call(_ url: String) -> WebhookCall {
    let (now, id) = (Instant(milliseconds: 1_767_636_000_000), RecordID(high: 7, low: 7))
    let webhook = Webhook(url: url, secret: Array(0..<32))
    return WebhookCall(test: id, of: webhook, at: now)
  }

  @Test func `posts the signed body, and returns the status`() async throws {
    let (answer, requests) = try await post(.anywhere) { _ in HTTPResponse(.ok) }
    #expect(answer == .status(200))
    let request = try #require(requests.first)
    let call = call("")
    #expect(requests.count == 1 && request.method == .post && request.target == "/hook")
    #expect(request.body == call.body)
    for (name, value) in call.fields { #expect(request.fields[name] == value) }
  }

  @Test func `follows no redirect`() async throws {
    let (answer, requests) = try await post(.anywhere) { _ in .seeOther("/elsewhere") }
    #expect(answer == .status(303) && requests.count == 1)
  }

  @Test func `discards a response of any length`() async throws {
    let (answer, _) = try await post(.anywhere) { _ in
      HTTPResponse(.ok, type: "text/plain", body: [UInt8](repeating: 65, count: 1 << 20))
    }
    #expect(answer == .status(200))
  }

  @Test func `does not reach this machine from a multi-user server`() async throws {
    for scheme in ["http", "https"] {
      let (answer, requests) = try await post(.internet, scheme: scheme) { _ in
        HTTPResponse(.ok)
      }
      #expect(!answer.isDelivered && requests.isEmpty)
      guard case .none = answer else {
        Issue.record("\(scheme) was answered")
        continue
      }
    }
  }

  @Test func `reports an unreachable receiver`() async throws {
    let socket = try ListeningSocket(address: "127.0.0.1", port: 0)
    let answer = await WebhookSender.transport(.anywhere)(call("http://127.0.0.1:1/"))
    #expect(!answer.isDelivered && !answer.text.isEmpty)
    _ = socket
  }

  @Test(arguments: [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "::1", "::",
    "fe80::1", "fd00::1", "fc00::1", "ff02::1", "2001:db8::1", "2002:7f00:1::1", "2001::1",
    "64:ff9b::7f00:1", "64:ff9b::a00:1",
  ])
  func `treats private addresses as private`(address: String) throws {
    let bytes = try #require(IPAddress(address)?.bytes)
    #expect(!PublicInternet.contains(bytes))
  }

  @Test func `checks the IPv4 address embedded in an IPv6 address`() {
    let prefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    #expect(!PublicInternet.contains(prefix + [127, 0, 0, 1]))
    #expect(PublicInternet.contains(prefix + [8, 8, 8, 8]))
  }

  @Test(arguments: ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::808:808"])
  func `treats internet addresses as public`(address: String) throws {
    let bytes = try #require(IPAddress(address)?.bytes)
    #expect(PublicInternet.contains(bytes))
  }
}
