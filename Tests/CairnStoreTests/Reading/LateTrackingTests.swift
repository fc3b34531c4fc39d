import Cairn
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `A session recorded after later ones` {
  @Test(arguments: TestEngine.all)
  func `begins where the previous one ended, and keeps the bookmark`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "10:00-11:00", page: 40)
      try await me.track(dune, "16:00-17:00", page: 120)
      let late = try await me.track(dune, "13:00-14:00", page: 70)
      #expect(late.detail.startPosition?.value == 40)
      #expect(late.detail.amount == 30)
      #expect(try await me.log.book(dune)?.position?.value == 120)
    }
  }

  @Test(arguments: TestEngine.all)
  func `has no known start when it is the first`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let dune = try await me.add("Dune", pages: 600)
      try await me.track(dune, "16:00-17:00", page: 120)
      let late = try await me.track(dune, "13:00-14:00", page: 70)
      #expect(late.detail.startPosition == nil)
      #expect(late.detail.amount == nil)
      #expect(try await me.log.book(dune)?.position?.value == 120)
    }
  }
}
