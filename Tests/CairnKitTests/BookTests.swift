import CairnKit
import Foundation
import Testing

@Suite struct `A book in an app` {
  @Test func `is finished, and the sessions stay`() async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma", pageCount: 400)
      try await scene.cairn.reading.start(book)
      scene.wait(minutes: 30)
      try await scene.cairn.reading.stop(page: 390)
      let read = try await scene.cairn.reading.finish(book)
      #expect(read.status == .read && read.id == book.id)
      #expect(try await scene.cairn.sessions.list(of: book).count == 1)
    }
  }

  @Test func `is given up for a reason, or only paused`() async throws {
    try await Scene.run { scene in
      let reading = scene.cairn.reading
      let book = try await reading.addBook("Ulysses")
      #expect(try await reading.setStatus(.paused, of: book).status == .paused)
      #expect(try await reading.abandon(book, reason: "too long").status == .didNotFinish)
      let refused = await failure { try await reading.setStatus(.read, of: book, reason: "no") }
      #expect(refused?.code == "reading.reason_not_applicable")
    }
  }

  @Test(arguments: Cairn.Book.Status.allCases)
  func `takes every status`(status: Cairn.Book.Status) async throws {
    try await Scene.run { scene in
      let book = try await scene.cairn.reading.addBook("Emma")
      #expect(try await scene.cairn.reading.setStatus(status, of: book).status == status)
    }
  }

  @Test func `is deleted with its open session only on request, and comes back`() async throws {
    try await Scene.run { scene in
      let reading = scene.cairn.reading
      let book = try await reading.addBook("Emma")
      try await reading.start(book)
      let refused = await failure { try await reading.delete(book) }
      #expect(refused?.code == "reading.session_open")
      let read = try await reading.book(book.id)
      try await reading.delete(book, withOpenSession: true)
      #expect(try await reading.book(book.id) == nil)
      try await scene.cairn.undo()
      #expect(try await reading.book(book.id) == read)
    }
  }
}
