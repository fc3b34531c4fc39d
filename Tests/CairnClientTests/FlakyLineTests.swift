import Cairn
import CairnClient
import CairnTestKit
import Testing

/// A connection that loses responses, duplicates and delays requests, and repeats those of the day before.
@Suite struct `Over an unreliable network` {
  @Test(arguments: SeededGenerator.seeds)
  func `the server receives each session once`(seed: UInt64) async throws {
    try await withPhone(seed: seed) { phone in
      let ledger = try await days(phone)
      await phone.server.setRandomFaults(false)
      let last = await (try phone.client()).flush()
      #expect(last.waiting == 0 && last.stoppedBy == nil, "seed \(seed)")
      await expect(phone, ledger, seed)
      await phone.server.deliverLate()
      await expect(phone, ledger, seed)
      await phone.server.replay()
      await expect(phone, ledger, seed)
    }
  }

  /// Simulates ten days of listening with crashes, late requests, an old queue, and a restart each day.
  private func days(_ phone: Phone) async throws -> [String: Int] {
    var ledger: [String: Int] = [:]
    await phone.server.setRandomFaults(true)
    for day in 1...10 {
      let client = try await phone.client()
      for number in 1...phone.world.number(1...4) {
        let id = "\(day)-\(number)"
        for checkpoint in 1...phone.world.number(1...4) {
          ledger[id] = checkpoint * 60
          try await client.record(.made(id, "story\(number)", seconds: checkpoint * 60))
          if phone.world.number(1...2) == 1 { await client.flush() }
        }
      }
      if day % 3 == 0 { await phone.server.deliverLate() }
      if day % 4 == 0 { await phone.server.replay() }
    }
    return ledger
  }

  private func expect(_ phone: Phone, _ ledger: [String: Int], _ seed: UInt64) async {
    let kept = await phone.server.sessions(of: "anna").compactMapValues(\.duration)
    #expect(kept == ledger, "seed \(seed)")
  }
}
