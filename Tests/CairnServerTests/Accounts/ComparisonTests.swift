import Cairn
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `Comparing shelves on a server` {
  /// Creates accounts, each with six books for which “own voices” is known.
  private func run(
    _ people: Int,
    _ change: @escaping @Sendable (inout ServerDependencies) -> Void = { _ in },
    _ body: (ServedHousehold, _ tokens: [String]) async throws -> Void
  ) async throws {
    try await ServedHousehold.run(.memory, change) { served in
      var tokens: [String] = []
      for number in 0..<people {
        let account = try await served.accounts.add(
          served.accounts.newID(),
          AccountName("person \(number)"),
          hash: "none",
          zone: "UTC"
        )
        try await Self.fill(try await served.accountService.logs.lease(account.id).log, yes: 2)
        tokens.append(try await served.accounts.issue(.app, named: "all", to: account.id).secret)
      }
      try await body(served, tokens)
    }
  }

  private static func fill(_ log: Log, yes: Int) async throws {
    try await log.write("Fill") { writer in
      for number in 0..<6 {
        let book = try writer.add(NewBook(title: "Book \(number)"), zone: "UTC")
        let facts: [FactKind: String?] = [.ownVoices: number < yes ? "yes" : "no"]
        _ = try writer.set(facts, of: book.entry.id)
      }
    }
  }

  private func takePart(_ served: ServedHousehold, _ token: String, _ participates: Bool = true)
    async throws -> HTTPResponse
  {
    try await served.client.send(
      .put,
      "/api/v1/account/comparison",
      "{\"takes_part\":\(participates)}",
      [("authorization", "Bearer " + token)]
    )
  }

  private func ask(_ served: ServedHousehold, _ token: String, _ target: String) async throws
    -> HTTPResponse
  {
    try await served.client.ask(.get, target, [("authorization", "Bearer " + token)])
  }

  private func told(_ served: ServedHousehold, _ token: String, _ query: String = "") async throws
    -> (JSON?, String)
  {
    let answer = try await ask(served, token, "/api/v1/insights/diversity" + query).json()
    guard case .string(let why)? = answer["community_missing"] else {
      return (answer["community"], "")
    }
    #expect(answer["community"] == .null)
    return (nil, why)
  }

  @Test func `is off, and tells those who take part of five others from the next day`() async throws
  {
    try await run(7) { served, tokens in
      let off = try await ask(served, tokens[0], "/api/v1/account/comparison").json()
      #expect(off == .members(("takes_part", .bool(false)), ("least", .integer(5))))
      for token in tokens.prefix(6) {
        #expect(try await takePart(served, token).json()["takes_part"] == .bool(true))
      }
      #expect(try await told(served, tokens[0]).1.contains("5 others"))
      served.clock.advance(by: .hours(24))
      let (shares, _) = try await told(served, tokens[0])
      let own = JSON.members(
        ("dimension", .string("ownVoices")),
        ("percent", .integer(30)),
        ("words", .string("about 30 %"))
      )
      #expect(shares == .array([own]))
      #expect(
        try await told(served, tokens[6]).1 == "You do not compare your shelf with those of others."
      )
      let whole = try await told(served, tokens[0], "?scope=finished").1
      #expect(whole == "Only the whole library of all time is compared.")
      _ = try await takePart(served, tokens[3], false)
      #expect(try await told(served, tokens[0]).1.contains("5 others"))
    }
  }

  @Test func `tells nobody of fewer than a server asks for, or where it is off`() async throws {
    try await run(6, { $0.minimumComparisonGroup = 6 }) { served, tokens in
      for token in tokens { _ = try await takePart(served, token) }
      served.clock.advance(by: .hours(24))
      #expect(try await told(served, tokens[0]).1.contains("6 others"))
    }
    try await run(1, { $0.minimumComparisonGroup = nil }) { served, tokens in
      let refused = try await takePart(served, tokens[0])
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("account.no_comparison"))
      #expect(try await told(served, tokens[0]).1 == "This server compares nobody.")
      #expect(try await takePart(served, tokens[0], false).status == .ok)
    }
  }

  @Test func `is a switch on the page Account, and stands in the picture and its table`()
    async throws
  {
    try await run(5) { served, tokens in
      for token in tokens { _ = try await takePart(served, token) }
      let anna = try await served.add("anna")
      try await Self.fill(try await served.accountService.logs.lease(anna.id).log, yes: 6)
      var browser = try await served.browser(of: "anna")
      #expect(try await browser.get("/account").text.contains("You compare it with nobody."))
      let plain = try await browser.get("/insights/diversity").text
      #expect(plain.contains("You do not compare your shelf"))
      #expect(!plain.contains("others, the mean"))
      let done = try await browser.submit("/account/comparison", "takes_part=yes")
      #expect(done.fields["location"] == "/account")
      #expect(try await browser.get("/account").text.contains(">Compare no more</button>"))
      served.clock.advance(by: .hours(24))
      let page = try await browser.get("/insights/diversity")
      #expect(page.fields["etag"] == nil, "what others come to is in no log")
      #expect(page.text.contains(">others, the mean</text>"))
      #expect(page.text.contains("<td>30 %</td>"))
      #expect(page.text.contains("at least 5 who compare"))
      _ = try await browser.submit("/account/comparison", "takes_part=no")
      #expect(!(try await browser.get("/insights/diversity").text.contains("others, the mean")))
    }
  }

  @Test func `is not there where a log is served to its own machine`() async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/api/v1/insights/diversity").json()
      #expect(answer["community"] == .null)
      guard case .string(let why)? = answer["community_missing"] else {
        return #expect(Bool(false))
      }
      #expect(why.hasPrefix("There is nobody to compare with"))
      let page = try await served.client.ask(.get, "/insights/diversity").text
      #expect(!page.contains("Compare your shelf"))
    }
  }
}
