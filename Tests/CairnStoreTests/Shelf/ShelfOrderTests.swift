import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `The order of the shelf` {
  private func withShelf(_ body: (Log) async throws -> Void) async throws {
    try await TestEngine.device.scratchLog { scratch in
      let me = Scenario(scratch)
      try await scratch.log.write("Add") { writer in
        for (title, authors) in [
          ("Éclair", ["Ursula K. Le Guin"]), ("Dune", ["Frank Herbert"]), ("Dawn", []),
          ("Zero", ["Anna Zed", "Jane Austen"]),
        ] {
          try AddBook(NewBook(title: title, authors: authors, pages: 100), zone: "UTC").run(
            in: writer
          )
        }
      }
      let books = try await me.log.books()
      let id = { (title: String) in try #require(books.first { $0.title == title }?.id) }
      me.at("10:00")
      try await me.changeStatus(.read, id("Zero"))
      scratch.clock.set(to: scratch.clock.now + .hours(48))
      try await me.changeStatus(.read, id("Dune"))
      try await me.track(id("Éclair"), "07:00-08:00", page: 30)
      try await body(me.log)
    }
  }

  @Test(arguments: [
    (ShelfOrder.title, ["Dawn", "Dune", "Éclair", "Zero"]),
    (.author, ["Éclair", "Dune", "Zero", "Dawn"]), (.finished, ["Dune", "Zero", "Dawn", "Éclair"]),
    (.started, ["Dune", "Éclair", "Zero", "Dawn"]),
    (.progress, ["Dune", "Zero", "Éclair", "Dawn"]),
    (.added, ["Dawn", "Dune", "Éclair", "Zero"]),
  ])
  func `puts unknown values last, also in reverse`(
    order: ShelfOrder,
    titles: [String]
  ) async throws {
    try await withShelf { log in
      let rows = try await log.books()
      #expect(order.sorted(rows).map(\.title) == titles)
      let unknown = order.sorted(rows, reversed: true).suffix(1).map(\.title)
      if order == .author || order == .progress || order == .started {
        #expect(unknown == ["Dawn"])
      }
    }
  }
}
