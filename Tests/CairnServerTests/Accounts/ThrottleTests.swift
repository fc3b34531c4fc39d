import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `What may be done so often` {
  private let allowance = Allowance(burst: 3, each: .seconds(10))

  private func waits(
    _ throttle: Throttle,
    _ times: Int,
    at now: Instant,
    key: String = "a"
  ) -> [Int64] {
    var waits: [Int64] = []
    for _ in 0..<times {
      do {
        try throttle.count(key, allowance, at: now, or: .tooManyTries)
        waits.append(0)
      } catch { waits.append(error.seconds) }
    }
    return waits
  }

  @Test func `is refused beyond that, with when to come back`() {
    let (throttle, now) = (Throttle(), Instant.scratchStart)
    #expect(waits(throttle, 5, at: now) == [0, 0, 0, 10, 10])
    #expect(waits(throttle, 1, at: now + .seconds(9)) == [1])
    #expect(waits(throttle, 2, at: now + .seconds(10)) == [0, 10])
    #expect(waits(throttle, 4, at: now + .hours(1)) == [0, 0, 0, 10])
  }

  @Test func `is counted for each by itself`() {
    let (throttle, now) = (Throttle(), Instant.scratchStart)
    #expect(waits(throttle, 3, at: now) == [0, 0, 0])
    #expect(waits(throttle, 3, at: now, key: "b") == [0, 0, 0])
  }

  @Test func `can be forgiven`() {
    let (throttle, now) = (Throttle(), Instant.scratchStart)
    #expect(waits(throttle, 4, at: now) == [0, 0, 0, 10])
    throttle.forgive("a", allowance)
    #expect(waits(throttle, 2, at: now) == [0, 10])
  }

  @Test func `is allowed so often by all processes together`() {
    let (one, other) = Self.neighbours()
    let now = Instant.scratchStart
    #expect(waits(one, 2, at: now) == [0, 0])
    #expect(waits(other, 2, at: now) == [0, 10])
    other.forgive("a", allowance)
    #expect(waits(one, 2, at: now) == [0, 10])
  }

  @Test(arguments: ["", "a", "a 1", "a 1 x", "a 99999999999 1767636000000", "a 1 -5", "a b c d"])
  func `hears no line that is none`(line: String) {
    let heard = Line()
    let throttle = Throttle(SharedCounts(tell: { _ in }, hear: heard.hear))
    heard.say(line)
    #expect(waits(throttle, 3, at: .scratchStart) == [0, 0, 0])
  }

  /// Two processes that hear each other at once.
  private static func neighbours() -> (Throttle, Throttle) {
    let (one, other) = (Line(), Line())
    return (
      Throttle(SharedCounts(tell: other.say, hear: one.hear)),
      Throttle(SharedCounts(tell: one.say, hear: other.hear))
    )
  }

  /// What is said on it is heard at its end.
  private final class Line: Sendable {
    private let listener = Guarded<(@Sendable (String) -> Void)?>(nil)

    @Sendable func hear(_ listener: @escaping @Sendable (String) -> Void) {
      self.listener.holding { $0 = listener }
    }

    @Sendable func say(_ line: String) { listener.holding { $0 }?(line) }
  }

  @Test func `locks no one out when the clock is set back`() {
    let (throttle, now) = (Throttle(), Instant.scratchStart)
    #expect(waits(throttle, 3, at: now) == [0, 0, 0])
    #expect(waits(throttle, 2, at: now - .hours(24)) == [10, 10])
    #expect(waits(throttle, 1, at: now - .hours(24) + .seconds(10)) == [0])
  }

  @Test func `is remembered of so many at most`() {
    let (throttle, now) = (Throttle(limit: 2), Instant.scratchStart)
    #expect(waits(throttle, 1, at: now, key: "a") == [0])
    #expect(waits(throttle, 1, at: now, key: "b") == [0])
    #expect(waits(throttle, 1, at: now, key: "c") == [60])
    #expect(waits(throttle, 1, at: now, key: "a") == [0])
    #expect(waits(throttle, 1, at: now + .seconds(30), key: "c") == [0])
  }
}

@Suite struct `Guessing passwords` {
  private func guess(_ name: String, _ password: String, _ door: Door) async throws -> HTTPResponse
  {
    var browser = Browser(door: door)
    let json = #"{"name":"\#(name)","password":"\#(password)"}"#
    return try await browser.post("/api/v1/sign-in", json)
  }

  @Test(arguments: ["anna", "nobody"])
  func `ends soon, for names that exist and those that do not`(name: String) async throws {
    try await ServedHousehold.run { served in
      try await served.add("anna")
      for _ in 0..<10 {
        #expect(try await guess(name, "wrong horse", served.door).status == .unauthorized)
      }
      let refused = try await guess(name, "correct horse", served.door)
      #expect(refused.status == .tooManyRequests)
      #expect(refused.fields["retry-after"] == "90")
      #expect(refused.text.contains("account.too_many_tries"))
      var browser = Browser(door: served.door)
      let page = try await browser.submit("/sign-in", "name=\(name)&password=correct+horse")
      #expect(page.status == .tooManyRequests)
      #expect(page.fields["retry-after"] == "90")
      served.clock.advance(by: .seconds(90))
      let wanted: HTTPStatus = name == "anna" ? .ok : .unauthorized
      #expect(try await guess(name, "correct horse", served.door).status == wanted)
    }
  }

  @Test func `of many people from one address ends as well`() async throws {
    try await ServedHousehold.run { served in
      for number in 0..<31 {
        let answer = try await guess("person\(number)", "correct horse", served.door)
        #expect(answer.status == (number < 30 ? .unauthorized : .tooManyRequests))
      }
    }
  }

  @Test func `does not count those who know theirs`() async throws {
    try await ServedHousehold.run { served in
      try await served.add("anna")
      for _ in 0..<40 {
        #expect(try await guess("anna", "correct horse", served.door).status == .ok)
      }
    }
  }

  @Test func `at a browser that was left alone ends as well`() async throws {
    try await ServedHousehold.run { served in
      try await served.add("anna")
      var browser = try await served.browser(of: "anna")
      let form = "current=wrong+horse&new=battery+staple"
      for _ in 0..<10 {
        #expect(try await browser.submit("/account/password", form).status == .unauthorized)
      }
      #expect(try await browser.submit("/account/password", form).status == .tooManyRequests)
    }
  }

  @Test func `or asking anything too fast is slowed down for each account`() async throws {
    try await ServedHousehold.run { served in
      try await served.add("anna")
      try await served.add("ben")
      var anna = try await served.browser(of: "anna")
      var codes: Set<Int> = []
      for _ in 0..<302 { codes.insert(try await anna.get("/api/v1/shelf").status.code) }
      #expect(codes == [200, 429])
      #expect(try await anna.get("/").fields["retry-after"] == "1")
      var ben = try await served.browser(of: "ben")
      #expect(try await ben.get("/api/v1/shelf").status == .ok)
      served.clock.advance(by: .seconds(1))
      #expect(try await anna.get("/api/v1/shelf").status == .ok)
    }
  }

  static let allowances: [(Allowance?, Set<Int>)] = [
    (nil, [200]), (.requests(aSecond: 2), [200, 429]),
  ]

  @Test(arguments: Self.allowances)
  func `or is not, as the server is told`(allowance: Allowance?, wanted: Set<Int>) async throws {
    try await ServedHousehold.run(.memory, { $0.requests = allowance }) { served in
      try await served.add("anna")
      var anna = try await served.browser(of: "anna")
      var codes: Set<Int> = []
      for _ in 0..<40 { codes.insert(try await anna.get("/api/v1/shelf").status.code) }
      #expect(codes == wanted)
    }
  }
}

@Suite struct `The address of a client` {
  /// The connection's address, what the proxy says, and what counts without and with a proxy.
  @Test(arguments: [
    ("192.0.2.7", nil, "192.0.2.7", "192.0.2.7"),
    ("192.0.2.7", "10.0.0.1", "192.0.2.7", "192.0.2.7"),
    ("127.0.0.1", "10.0.0.1, 203.0.113.9", "127.0.0.1", "203.0.113.9"),
    ("::1", "203.0.113.9", "::", "203.0.113.9"),
    ("127.0.0.1", nil, "127.0.0.1", "127.0.0.1"),
    ("2001:db8:1:2:3:4:5:6", nil, "2001:db8:1:2", "2001:db8:1:2"),
    ("2001:db8::1", nil, "2001:db8::", "2001:db8::"),
    ("127.0.0.1", "2001:db8:1:2::9", "127.0.0.1", "2001:db8:1:2"),
    ("10.0.0.2", "198.51.100.1, 203.0.113.9, 127.0.0.1", "10.0.0.2", "203.0.113.9"),
    ("127.0.0.1", "::1", "127.0.0.1", "127.0.0.1"),
  ])
  func `is that of the nearest machine that is not ours`(
    address: String,
    told: String?,
    plain: String,
    behindProxy: String
  ) {
    var request = HTTPRequest(.get, "/", address: address)
    if let told { request.fields.append("x-forwarded-for", told) }
    let isOurs = { ["127.0.0.1", "::1", "10.0.0.2"].contains($0) }
    #expect(ClientAddress(request) { _ in false }.text == plain)
    #expect(ClientAddress(request, isProxy: isOurs).text == behindProxy)
  }
}
