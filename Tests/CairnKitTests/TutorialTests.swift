import CairnKit
import CairnTestKit
import Foundation
import Testing

/// The code of `docs/kit.md`.
@Suite struct `The tutorial of the kit` {
  @Test func `times a session and finds it again`() async throws {
    try await withScratchFolder { folder in
      let file = URL(filePath: folder + "/cairn.sqlite")
      let cairn = try await Cairn.open(file)
      let dune = try await cairn.reading.addBook("Dune", by: ["Frank Herbert"], pageCount: 604)
      try await cairn.reading.start(dune)
      #expect(try await button(cairn) == "Stop")
      try await cairn.reading.pause()
      #expect(try await button(cairn) == "Resume")
      try await cairn.reading.resume()
      let session = try await cairn.reading.stop(page: 41)
      let streak = try await cairn.insights.streak().current
      #expect(try await button(cairn) == "Start")
      #expect(session.pages == 41 && (0...2).contains(streak))
    }
  }

  private func button(_ cairn: Cairn) async throws -> String {
    switch try await cairn.reading.current()?.state {
    case .running: "Stop"
    case .paused: "Resume"
    case .ended, nil: "Start"
    }
  }
}
