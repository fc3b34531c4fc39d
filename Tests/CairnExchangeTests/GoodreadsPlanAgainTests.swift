import Cairn
import CairnActions
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

private let early = [
  "Number of Pages": "300", "My Rating": "3", "Bookshelves": "gifts", "Date Added": "2025/01/01",
]

@Suite struct `Importing a newer Goodreads export` {
  @Test func `adds what is new`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: "to-read", early)]))
      let late = early.merging(
        [
          "Number of Pages": "320", "My Rating": "5", "Bookshelves": "gifts, sea",
          "My Review": "Yes",
        ]
      ) { $1 }
      let file = export([row(1, "Emma", on: "read", late), row(2, "Dune")])
      let report = try await scratch.take(file)
      #expect(report.figures == [1, 1, 0, 0, 0])
      let fields = try #require(report.updated.first).fields
      #expect(Set(fields).isSuperset(of: ["status", "rating", "shelves", "review", "pages"]))
      #expect(fields.filter { $0.contains("imported") || $0 == "sourceRow" } == [])
      let emma = try await scratch.book("Emma")
      #expect(emma.status == .read)
      #expect(emma.rating == 20)
      #expect(emma.pages == 320)
      #expect(emma.shelves == "gifts\nsea")
      try await scratch.isSound()
    }
  }

  @Test func `keeps the person's edits, and counts them`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: "to-read", early)]))
      let emma = try await scratch.book("Emma").id
      try await scratch.edit(Entry.self, emma.record) {
        $0.rating = 18
        $0.shelves = ["mine"]
      }
      try await Scenario(scratch).changeStatus(.paused, emma)
      let late = ["Number of Pages": "320", "My Rating": "5", "Bookshelves": "sea"]
      let report = try await scratch.take(export([row(1, "Emma", on: "read", late)]))
      #expect(report.kept == 3)
      #expect(report.updated.first?.fields.contains("pages") == true)
      let after = try await scratch.book("Emma")
      #expect(after.status == .paused)
      #expect(after.rating == 18)
      #expect(after.shelves == "mine")
      #expect(after.pages == 320)
    }
  }

  @Test func `counts each kept edit once`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: "read", ["My Rating": "3"])]))
      let emma = try await scratch.book("Emma").id
      try await scratch.edit(Entry.self, emma.record) { $0.rating = 18 }
      let file = export([row(1, "Emma", on: "read", ["My Rating": "5"])])
      #expect(try await scratch.take(file).kept == 1)
      let before = try await scratch.everything()
      #expect(try await scratch.take(file).figures == [0, 0, 1, 0, 0])
      #expect(try await scratch.everything() == before)
    }
  }

  @Test func `reports no changes if all edits were kept`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: "to-read", ["My Rating": "3"])]))
      let emma = try await scratch.book("Emma").id
      try await scratch.edit(Entry.self, emma.record) { $0.rating = 18 }
      let file = export([row(1, "Emma", on: "to-read", ["My Rating": "5"])])
      #expect(try await scratch.take(file).figures == [0, 0, 1, 1, 0])
    }
  }

  @Test func `keeps a cleared value cleared`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: "to-read", ["My Rating": "3"])]))
      let emma = try await scratch.book("Emma").id
      try await scratch.edit(Entry.self, emma.record) { $0.rating = nil }
      let file = export([row(1, "Emma", on: "to-read", ["My Rating": "5"])])
      #expect(try await scratch.take(file).kept == 1)
      #expect(try await scratch.book("Emma").rating == nil)
    }
  }

  @Test func `matches a book with a changed title`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: "to-read", early)]))
      try await rename("Emma", to: "Emma, the good copy", in: scratch)
      let late = early.merging(["My Rating": "5"]) { $1 }
      #expect(try await scratch.take(export([row(1, "Emma", on: "to-read", late)])).added == [])
      #expect(try await scratch.book("Emma, the good copy").rating == 20)
      #expect(try await scratch.log.books().count == 1)
    }
  }

  @Test func `matches a book that was added by hand and renamed since`() async throws {
    try await withLog { scratch in
      _ = try await Scenario(scratch).add("Emma")
      try await scratch.take(export([row(1, "Emma", on: "to-read")]))
      try await rename("Emma", to: "Emma, the good copy", in: scratch)
      let report = try await scratch.take(export([row(1, "Emma", on: "to-read")]))
      #expect(report.figures == [0, 0, 1, 0, 0])
      #expect(try await scratch.log.books().count == 1)
    }
  }

  @Test func `does not finish a read-through that the person finished`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: "currently-reading")]))
      let emma = try await scratch.book("Emma").id
      try await Scenario(scratch).changeStatus(.read, emma)
      let done = ["Date Read": "2026/01/09"]
      try await scratch.take(export([row(1, "Emma", on: "read", done)]))
      #expect(try await scratch.readings("Emma") == ["finished -..2026-01-05 - -"])
    }
  }

  @Test func `keeps a second read-through of the person`() async throws {
    try await withLog { scratch in
      let file = export([row(1, "Emma", on: "currently-reading")])
      try await scratch.take(file)
      let (person, emma) = (Scenario(scratch), try await scratch.book("Emma").id)
      try await person.changeStatus(.read, emma)
      try await person.changeStatus(.reading, emma)
      let before = try await scratch.everything()
      #expect(try await scratch.take(file).figures == [0, 0, 1, 0, 0])
      #expect(try await scratch.everything() == before)
    }
  }

  @Test func `ignores an undone import completely`() async throws {
    try await withLog { scratch in
      try await scratch.take(export([row(1, "Emma", on: "read", early)]))
      _ = try await scratch.log.undo()
      try await scratch.take(export([row(1, "Emma", on: "to-read", ["Owned Copies": "1"])]))
      let emma = try await scratch.book("Emma")
      #expect(emma.status == .toRead)
      #expect(emma.rating == nil)
      #expect(emma.shelves == nil)
      #expect(emma.added == nil)
      #expect(try await scratch.readings("Emma") == [])
    }
  }

  private func rename(_ title: String, to new: String, in scratch: ScratchLog) async throws {
    let entry = try await scratch.book(title).id
    let work = try await scratch.log.write("") { try $0.book(entry).work.id }
    try await scratch.edit(Work.self, work.record) { $0.title = new }
  }
}
