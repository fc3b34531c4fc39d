import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Books with the same title` {
  private func add(_ title: String, by author: String? = nil, to scratch: ScratchLog) async throws {
    _ = try await scratch.log.write("Add a book") { writer in
      try AddBook(NewBook(title: title, authors: author.map { [$0] } ?? []), zone: "UTC").run(
        in: writer
      )
    }
  }

  @Test func `are reported as duplicates when two devices added them, until they are merged`()
    async throws
  {
    try await SyncWorld.with(2) { world in
      try await add("Émile", to: world.devices[0])
      try await add("emile", by: "Rousseau", to: world.devices[1])
      try await world.syncAll()
      for one in world.devices + [world.server] {
        let found = try await one.log.duplicateBooks()
        #expect(found.map { [$0.first.title, $0.second.title].sorted() } == [["emile", "Émile"]])
      }
      let twins = try #require(try await world.devices[0].log.possibleDuplicates().books.first)
      _ = try await world.devices[0].log.write("Merge") { writer in
        try MergeBooks(twins.first.id, twins.second.id).run(in: writer)
      }
      try await world.syncAll()
      for one in world.devices + [world.server] {
        #expect(try await one.log.possibleDuplicates().isEmpty)
      }
    }
  }

  @Test func `are separate when one device added both, or their authors differ`() async throws {
    try await SyncWorld.with(2) { world in
      for _ in 0..<2 { try await add("Poems", by: "Goethe", to: world.devices[0]) }
      try await add("Selected", by: "Rilke", to: world.devices[0])
      try await add("Selected", by: "Heine", to: world.devices[1])
      try await world.syncAll()
      #expect(try await world.devices[1].log.books().count == 4)
      #expect(try await world.devices[1].log.duplicateBooks().isEmpty)
    }
  }
}
