import Cairn
@testable import CairnAccounts
import CairnSQL
import CairnStore
import CairnTestKit
import Testing

@Suite(.enabled(if: TestEngine.hasPostgreSQL)) struct `Webhooks of a migrated account` {
  @Test(arguments: [false, true])
  func `keep their deliveries, without duplicates`(goesBack: Bool) async throws {
    try await withPlaces { file, shared in
      let (from, to) = goesBack ? (shared, file) : (file, shared)
      let (mine, other) = (Self.account(1), Self.account(2))
      let webhook = try await Self.add("https://example.org/hook", of: mine, to: from)
      _ = try await Self.add("https://example.org/other", of: other, to: from)
      let due = try #require(try await from.due().first { $0.webhook == webhook })
      #expect(
        try await from.claim(due.delivery.id, of: WebhookOwner(mine), next: due.delivery.nextAt)
      )
      try await from.record(.sent, "204", of: due.delivery.id, of: WebhookOwner(mine))
      for _ in 0..<2 { try await to.copy(mine, from: from) }
      #expect(try await to.all(of: WebhookOwner(mine)) == [webhook])
      #expect(try await to.owners() == [WebhookOwner(mine)])
      let reported = try await from.deliveries(of: webhook)
      #expect(reported.count == 2 && Set(reported.map(\.state)) == [.known, .sent])
      #expect(try await to.deliveries(of: webhook) == reported)
    }
  }

  @Test func `keep the newer state when both servers have it`() async throws {
    try await withPlaces { file, shared in
      let mine = Self.account(1)
      let webhook = try await Self.add("https://example.org/hook", of: mine, to: file)
      try await shared.copy(mine, from: file)
      let due = try #require(try await shared.due().first)
      #expect(
        try await shared.claim(due.delivery.id, of: WebhookOwner(mine), next: due.delivery.nextAt)
      )
      try await shared.record(.sent, "204", of: due.delivery.id, of: WebhookOwner(mine))
      try await shared.copy(mine, from: file)
      #expect(try await shared.due().isEmpty)
      #expect(try await shared.deliveries(of: webhook).count == 2)
    }
  }

  /// The other server adds its delivery after the log was read here and before the comparison.
  @Test func `lose no delivery that another server creates concurrently`() async throws {
    try await withPlaces { _, shared in
      let owner = WebhookOwner(Self.account(1))
      let webhook = try await shared.add("https://example.org/hook", of: owner, reached: [])
      let (old, new) = (LocalDay(number: 20_001), LocalDay(number: 20_000))
      let known = [ReachedMilestoneEvent(.hours, 10, on: old)]
      let newer = [
        ReachedMilestoneEvent(.hours, 10, on: new), ReachedMilestoneEvent(.sessions, 10, on: new),
      ]
      try await shared.reconcileDeliveries(of: owner) { known }
      var isFirst = true
      try await shared.reconcileDeliveries(of: owner) {
        guard isFirst else { return newer }
        isFirst = false
        try await shared.reconcileDeliveries(of: owner) { newer }
        return known
      }
      let reported = try await shared.deliveries(of: webhook)
      #expect(Set(reported.map(\.milestone)) == Set(newer.map(\.milestone)))
      #expect(reported.allSatisfy { delivery in newer.contains { $0.at == delivery.reachedAt } })
      try await shared.reconcileDeliveries(of: owner) { [] }
      #expect(try await shared.deliveries(of: webhook).isEmpty)
    }
  }

  /// Simulates milestones of a later version, which this version does not know.
  @Test(arguments: [false, true])
  func `get all their deliveries in turn, however many others are due`(
    isShared: Bool
  ) async throws {
    try await withPlaces { file, shared in
      let webhooks = isShared ? shared : file
      for number in 1...UInt64(60) {
        let account = Self.account(number)
        _ = try await Self.add("https://example.org/\(number)", of: account, to: webhooks)
        guard number <= 20 else { continue }
        _ = try await webhooks.write(as: WebhookOwner(account)) {
          try $0.run("UPDATE delivery SET milestone = 'later.' || milestone, next_at = 0")
        }
      }
      var reported: Set<WebhookOwner> = []
      while case let due = try await webhooks.due(), !due.isEmpty {
        #expect(due.count <= 16)
        for one in due {
          let (owner, next) = (one.webhook.owner, one.delivery.nextAt + Milliseconds(60_000))
          #expect(try await webhooks.claim(one.delivery.id, of: owner, next: next))
          #expect(reported.insert(owner).inserted)
        }
      }
      #expect(reported == Set((21...60).map { WebhookOwner(Self.account($0)) }))
    }
  }

  private static func account(_ number: UInt64) -> Identifier<Account> {
    Identifier(RecordID(high: 7, low: number))
  }

  /// Adds a webhook with a known milestone and a pending delivery for a later one.
  private static func add(
    _ url: String,
    of account: Identifier<Account>,
    to webhooks: Webhooks
  ) async throws -> Webhook {
    let owner = WebhookOwner(account)
    let day = LocalDay(number: 20_000)
    let known = ReachedMilestoneEvent(.sessions, 10, on: day)
    let made = try await webhooks.add(url, of: owner, reached: [known])
    try await webhooks.reconcileDeliveries(of: owner) {
      [known, ReachedMilestoneEvent(.hours, 10, on: day)]
    }
    return made
  }

  /// Runs the closure with the webhooks of a data directory and of a PostgreSQL database.
  private func withPlaces(_ body: (Webhooks, Webhooks) async throws -> Void) async throws {
    let environment = LogEnvironment(clock: ManualClock(at: .scratchStart), seed: 5)
    try await TestEngine.device.scratchAccountDatabase { file in
      try await TestEngine.postgresql.scratchAccountDatabase { database in
        try await body(
          Webhooks.open(file, environment: environment),
          Webhooks.shared(in: database, environment: environment)
        )
      }
    }
  }
}
