import Cairn
import CairnAccounts
import CairnActions
import CairnHTTP
import CairnStore
import CairnTestKit
import Testing

@testable import CairnServer

@Suite struct `The comparison of shelves on a server` {
  /// Creates accounts, each with six books for which “own voices” is known.
  private func run(
    _ people: Int,
    _ change: @escaping @Sendable (inout ServerDependencies) -> Void = { _ in },
    _ body: (ServedAccounts, _ tokens: [String]) async throws -> Void
  ) async throws {
    try await ServedAccounts.run(.memory, change) { served in
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
        let book = try AddBook(NewBook(title: "Book \(number)"), zone: "UTC").run(in: writer)
        let facts: [FactKind: String?] = [.ownVoices: number < yes ? "yes" : "no"]
        try EditFacts(of: .book(book.entry.id), facts).run(in: writer)
      }
    }
  }

  private func setParticipation(
    _ served: ServedAccounts,
    _ token: String,
    _ participates: Bool = true
  )
    async throws -> HTTPResponse
  {
    try await served.client.send(
      .put,
      "/api/v1/account/comparison",
      "{\"enabled\":\(participates)}",
      [("authorization", "Bearer " + token)]
    )
  }

  private func ask(_ served: ServedAccounts, _ token: String, _ target: String) async throws
    -> HTTPResponse
  {
    try await served.client.ask(.get, target, [("authorization", "Bearer " + token)])
  }

  private func comparison(_ served: ServedAccounts, _ token: String, _ query: String = "")
    async throws
    -> (JSON?, String)
  {
    let answer = try await ask(served, token, "/api/v1/insights/diversity" + query).json()
    guard case .string(let why)? = answer["community_missing"] else {
      return (answer["community"], "")
    }
    #expect(answer["community"] == .null)
    return (nil, why)
  }

  @Test func `is off, and shows participants a mean of five others from the next day`() async throws
  {
    try await run(7) { served, tokens in
      let off = try await ask(served, tokens[0], "/api/v1/account/comparison").json()
      #expect(off == .members(("enabled", .bool(false)), ("minimum_group_size", .integer(5))))
      for token in tokens.prefix(6) {
        #expect(try await setParticipation(served, token).json()["enabled"] == .bool(true))
      }
      #expect(try await comparison(served, tokens[0]).1.contains("5 others"))
      served.clock.advance(by: .hours(24))
      let (shares, _) = try await comparison(served, tokens[0])
      let own = JSON.members(
        ("dimension", .string("ownVoices")),
        ("percent", .integer(30)),
        ("text", .string("about 30 %"))
      )
      #expect(shares == .array([own]))
      #expect(
        try await comparison(served, tokens[6]).1 == "You are not comparing your shelf."
      )
      let whole = try await comparison(served, tokens[0], "?scope=finished").1
      #expect(whole == "Comparison covers only the whole library of all time.")
      _ = try await setParticipation(served, tokens[3], false)
      #expect(try await comparison(served, tokens[0]).1.contains("5 others"))
    }
  }

  @Test func `needs the server's minimum group size, and can be disabled`() async throws {
    try await run(6, { $0.minimumComparisonGroup = 6 }) { served, tokens in
      for token in tokens { _ = try await setParticipation(served, token) }
      served.clock.advance(by: .hours(24))
      #expect(try await comparison(served, tokens[0]).1.contains("6 others"))
    }
    try await run(1, { $0.minimumComparisonGroup = nil }) { served, tokens in
      let refused = try await setParticipation(served, tokens[0])
      #expect(refused.status == .unprocessable)
      #expect(refused.text.contains("account.comparison_off"))
      #expect(try await comparison(served, tokens[0]).1 == "This server does not compare shelves.")
      #expect(try await setParticipation(served, tokens[0], false).status == .ok)
    }
  }

  @Test func `is a switch on the account page, and appears in the chart and its table`()
    async throws
  {
    try await run(5) { served, tokens in
      for token in tokens { _ = try await setParticipation(served, token) }
      let anna = try await served.add("anna")
      try await Self.fill(try await served.accountService.logs.lease(anna.id).log, yes: 6)
      var browser = try await served.browser(of: "anna")
      #expect(try await browser.get("/account").text.contains("You are not comparing your shelf."))
      let plain = try await browser.get("/insights/diversity").text
      #expect(plain.contains("You are not comparing your shelf"))
      #expect(!plain.contains("others, average"))
      let done = try await browser.submit("/account/comparison", "enabled=yes")
      #expect(done.fields["location"] == "/account")
      #expect(try await browser.get("/account").text.contains(">Stop comparing</button>"))
      served.clock.advance(by: .hours(24))
      let page = try await browser.get("/insights/diversity")
      #expect(page.fields["etag"] == nil, "what others come to is in no log")
      #expect(page.text.contains(">others, average</text>"))
      #expect(page.text.contains("<td>30 %</td>"))
      #expect(page.text.contains("at least 5 other people who compare"))
      _ = try await browser.submit("/account/comparison", "enabled=no")
      #expect(!(try await browser.get("/insights/diversity").text.contains("others, average")))
    }
  }

  @Test func `does not exist on a single-user server`() async throws {
    try await ServedLog.run { served in
      let answer = try await served.client.ask(.get, "/api/v1/insights/diversity").json()
      #expect(answer["community"] == .null)
      guard case .string(let why)? = answer["community_missing"] else {
        return #expect(Bool(false))
      }
      #expect(why.hasPrefix("A single-user server has no one to compare with"))
      let page = try await served.client.ask(.get, "/insights/diversity").text
      #expect(!page.contains("Compare your shelf"))
    }
  }
}
