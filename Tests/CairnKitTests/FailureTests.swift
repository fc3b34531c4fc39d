import CairnKit
import CairnTestKit
import Foundation
import Testing

@Suite struct `A failure in an app` {
  @Test func `says what is wrong and what to do next`() async throws {
    try await Scene.run { scene in
      let failure = await failure { try await scene.cairn.reading.stop() }
      #expect(failure?.code == "session.none_open")
      #expect(failure?.localizedDescription == "No reading session is open.")
      #expect(failure?.recoverySuggestion == "Start one first.")
    }
  }

  @Test func `names no command of a terminal`() async throws {
    try await Scene.run { scene in
      try await scene.cairn.climbing.start()
      scene.wait(minutes: 10)
      try await scene.cairn.climbing.add("The Roof", grade: "V5")
      let failure = await failure { try await scene.cairn.climbing.add(grade: "quite hard") }
      #expect(failure?.code == "grade.not_in_scale")
      #expect(failure?.recoverySuggestion?.contains("`") != true)
    }
  }

  @Test(arguments: ["", "Not a log.", String(repeating: "SQLite format 3\0", count: 300)])
  func `leaves a file that is no log as it is`(content: String) async throws {
    try await withScratchFolder { folder in
      let file = URL(filePath: folder + "/other")
      try Data(content.utf8).write(to: file)
      let failure = await failure { _ = try await Cairn.open(file) }
      #expect(failure?.code == "storage.no_log")
      #expect(try Data(contentsOf: file) == Data(content.utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["other"])
    }
  }
}
