import CairnAccounts
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `The address of a client` {
  /// The peer's address, `X-Forwarded-For`, and the client's address without and with trusted proxies.
  @Test(arguments: [
    ("192.0.2.7", nil, "192.0.2.7", "192.0.2.7"),
    ("192.0.2.7", "10.0.0.1", "192.0.2.7", "192.0.2.7"),
    ("127.0.0.1", "10.0.0.1, 203.0.113.9", "127.0.0.1", "203.0.113.9"),
    ("127.0.0.1", nil, "127.0.0.1", "127.0.0.1"),
    ("10.0.0.2", "198.51.100.1, 203.0.113.9, 127.0.0.1", "10.0.0.2", "203.0.113.9"),
    ("127.0.0.1", "::1", "127.0.0.1", "127.0.0.1"),
  ])
  func `is the nearest one that is not a trusted proxy`(
    address: String,
    reported: String?,
    plain: String,
    behindProxy: String
  ) {
    var request = HTTPRequest(.get, "/", address: address)
    if let reported { request.fields.append("x-forwarded-for", reported) }
    var dependencies = ServerDependencies.scratch(
      "127.0.0.1:8080",
      LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 1),
      false
    )
    dependencies.isProxy = { _ in false }
    #expect(ClientAddress(request, dependencies).text == plain)
    dependencies.isProxy = { ["127.0.0.1", "::1", "10.0.0.2"].contains($0) }
    #expect(ClientAddress(request, dependencies).text == behindProxy)
  }
}
