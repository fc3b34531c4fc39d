import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Foundation
import Testing

@testable import CairnServer

/// The lifetimes documented in docs/server.md, tested on a server.
@Suite struct `The lifetime of a sign-in` {
  /// Returns the days in a row of the table: the idle limit and the absolute limit.
  private static func days(of row: String) throws -> (unused: Int64, ever: Int64) {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/server.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("| \(row)") })
    let numbers = line.split(separator: "|").compactMap { cell in
      cell.hasSuffix(" days ") ? Int64(cell.dropFirst().dropLast(6)) : nil
    }
    try #require(numbers.count == 2, "\(line)")
    return (numbers[0], numbers[1])
  }

  /// A listening app's sign-in, with the remaining permissions of its token or cookie.
  private struct SignedIn {
    let served: ServedAccounts
    let field: (String, String)

    init(_ served: ServedAccounts, byToken: Bool) async throws {
      try await served.add("ann@example.org")
      let answer = try await served.client.post(
        "/api/auth/sign-in/email",
        #"{"email":"ann@example.org","password":"\#(ServedAccounts.password)"}"#
      )
      let cookie = answer.credentialCookie?.split(separator: ";").first.map { String($0) }
      let token = try #require(answer.fields["set-auth-token"])
      self.served = served
      field = byToken ? ("authorization", "Bearer " + token) : ("cookie", try #require(cookie))
    }

    func ask(_ path: String = "/api/v1/analytics") async throws -> HTTPResponse {
      try await served.client.ask(.get, path, [field])
    }

    var isGood: Bool { get async throws { try await ask().status == .ok } }
  }

  @Test(arguments: [(true, "a program"), (false, "a browser")])
  func `is as documented when it is unused`(byToken: Bool, row: String) async throws {
    let days = try Self.days(of: row)
    for (hours, isGood) in [(days.unused * 24 - 1, true), (days.unused * 24, false)] {
      try await ServedAccounts.run { served in
        let signedIn = try await SignedIn(served, byToken: byToken)
        served.clock.advance(by: .hours(hours))
        #expect(try await signedIn.isGood == isGood, "\(hours) h")
      }
    }
  }

  @Test(arguments: [(true, "a program"), (false, "a browser")])
  func `is as documented when it is used all the time`(byToken: Bool, row: String)
    async throws
  {
    let days = try Self.days(of: row)
    try await ServedAccounts.run { served in
      let signedIn = try await SignedIn(served, byToken: byToken)
      for day in stride(from: 10, to: days.ever, by: 10) {
        served.clock.advance(by: .hours(240))
        #expect(try await signedIn.isGood, "day \(day)")
      }
      served.clock.advance(by: .hours(240))
      #expect(try await !signedIn.isGood)
    }
  }

  @Test(arguments: [true, false])
  func `is reported to an app, counted from its last use`(byToken: Bool) async throws {
    let days = try Self.days(of: byToken ? "a program" : "a browser")
    try await ServedAccounts.run { served in
      let signedIn = try await SignedIn(served, byToken: byToken)
      served.clock.advance(by: .hours(72))
      _ = try await signedIn.ask()
      let session = try await signedIn.ask("/api/auth/get-session").json()["session"]
      let end = served.clock.now + .hours(days.unused * 24)
      #expect(session?["expiresAt"] == .string(end.wholeSeconds))
    }
  }

  @Test func `is the same for the cookie, which is renewed`() async throws {
    let days = try Self.days(of: "a browser")
    try await ServedAccounts.run { served in
      let signedIn = try await SignedIn(served, byToken: false)
      served.clock.advance(by: .minutes(59))
      #expect(try await signedIn.ask().fields["set-cookie"] == nil)
      served.clock.advance(by: .minutes(1))
      let again = try #require(try await signedIn.ask().fields["set-cookie"])
      #expect(again.hasPrefix(signedIn.field.1 + "; Path=/; Max-Age=\(days.unused * 86_400);"))
      #expect(try await signedIn.ask().fields["set-cookie"] == nil)
    }
  }
}
