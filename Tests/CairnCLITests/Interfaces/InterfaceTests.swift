import Cairn
import CairnStore
import CairnTestKit
import Testing

/// The library, the API, the forms, the command line and the offline app run the same acts, so each history has one
/// outcome (ADR 28).
@Suite struct `The interfaces of a log` {
  /// 18 histories of 120 acts.
  private static let acts = 120
  private static let seeds = SeededGenerator.seeds.flatMap { seed in
    (0..<6).map { seed &+ $0 << 32 }
  }

  @Test(arguments: seeds)
  func `give every act the same outcome`(seed: UInt64) async throws {
    let engine = TestEngine.any
    try await engine.scratchLog { library in
      try await engine.scratchLog { api in
        try await engine.scratchLog { forms in
          try await engine.scratchLog { offline in
            try await compare(
              [
                LibraryInterface(scratch: library), APIInterface(server: LocalServer(api)),
                FormInterface(server: LocalServer(forms)), CommandInterface(),
                OfflineInterface(offline),
              ],
              seed
            )
          }
        }
      }
    }
  }

  private func compare(_ interfaces: [any Interface], _ seed: UInt64) async throws {
    var dice = SeededGenerator(seed: seed)
    for step in 0..<Self.acts {
      let (wish, wait) = (Wish.random(&dice), Int64.random(in: 0...2_400, using: &dice))
      var outcomes: [Outcome] = []
      for interface in interfaces {
        await interface.wait(.seconds(wait))
        outcomes.append(try await interface.carryOut(wish))
      }
      let isSame = outcomes.allSatisfy { $0.isSame(as: outcomes[0]) }
      try #require(isSame, "seed \(seed), step \(step), \(wish): \(outcomes)")
    }
    let expected = try await interfaces[0].contents()
    for interface in interfaces.dropFirst() {
      let contents = try await interface.contents()
      #expect(contents == expected, "seed \(seed), \(type(of: interface))")
    }
  }
}
