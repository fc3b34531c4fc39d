import Cairn
import CairnActions
import CairnInsights
import CairnSQL
import CairnTestKit
import Testing

@testable import CairnStore
import CairnReports

@Suite struct `Facts in a log` {
  @Test(arguments: TestEngine.all)
  func `about an author apply to all their books, including later ones`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.add("Emma", by: ["Jane Austen"])
      try await me.setFacts("Jane Austen", [.region: "Europe"])
      try await me.add("Persuasion", by: ["jane austen"])
      #expect(try await me.regions() == ["Emma europe", "Persuasion europe"])
      try await scratch.isSound()
      _ = try await me.log.undo()
      _ = try await me.log.undo()
      #expect(try await me.regions() == ["Emma ?"])
      _ = try await me.log.redo()
      #expect(try await me.regions() == ["Emma europe"])
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `D33 - about one book override its author's, and can be removed`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", by: ["Jane Austen"])
      try await me.add("Persuasion", by: ["Jane Austen"])
      try await me.setFacts("Jane Austen", [.region: "Europe"])
      try await me.log.write { try EditFacts(of: .book(emma), [.region: "Asia"]).run(in: $0) }
      #expect(try await me.regions() == ["Emma asia", "Persuasion europe"])
      try await me.setFacts("Jane Austen", [.region: "Africa"])
      #expect(try await me.regions() == ["Emma asia", "Persuasion africa"])
      try await me.log.write("Say") { try EditFacts(of: .book(emma), [.region: nil]).run(in: $0) }
      #expect(try await me.regions() == ["Emma africa", "Persuasion africa"])
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `are rejected without a change when their values are not in the lists`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", by: ["Jane Austen"])
      try await scratch.refuses("diversity.unknown_value") {
        try await me.setFacts("Jane Austen", [.region: "Europe", .gender: "lady"])
      }
      try await scratch.refuses("diversity.authors_only") {
        try await me.log.write { try EditFacts(of: .book(emma), [.birthYear: "1775"]).run(in: $0) }
      }
      let nobody = Identifier<Author>(RecordID(high: 1, low: 1))
      try await scratch.refuses("diversity.author_not_found") {
        try await me.log.write { try EditFacts(of: .author(nobody), [.region: "Asia"]).run(in: $0) }
      }
    }
  }

  @Test(arguments: TestEngine.all)
  func `add no history entry when set to the same value`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.add("Emma", by: ["Jane Austen"])
      try await me.setFacts("Jane Austen", [.gender: "female"])
      let lines = try await scratch.titles()
      #expect(lines.first == "Details of Jane Austen edited")
      try await me.setFacts("Jane Austen", [.gender: "Female"])
      #expect(try await scratch.titles() == lines)
    }
  }

  @Test(arguments: TestEngine.all)
  func `are kept when two books are merged`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let one = try await me.add("Emma", by: ["Jane Austen"])
      let other = try await me.add("Emma.", by: ["Jane Austen"])
      try await me.log.write("Say") {
        try EditFacts(of: .book(other), [.originalLanguage: "English"]).run(in: $0)
      }
      try await me.log.write("Merge") { try MergeBooks(one, other).run(in: $0) }
      let books = try await me.log.describedBooks()
      #expect(books.map { $0.facts.value(.originalLanguage) } == ["en"])
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `about an author of 500 books change one record`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.log.write("Fill") { writer in
        for number in 0..<500 {
          try AddBook(NewBook(title: "B\(number)", authors: ["A"]), zone: "UTC").run(in: writer)
        }
      }
      try await me.setFacts("A", [.region: "Oceania"])
      #expect(try await me.regions().allSatisfy { $0.hasSuffix("oceania") })
      let change = try await me.log.history(limit: 1)
      #expect(change.first?.parts == 1)
      _ = try await me.log.undo()
      #expect(try await me.regions().allSatisfy { $0.hasSuffix("?") })
    }
  }
}

@Suite struct `Questions about a log` {
  @Test(arguments: TestEngine.all)
  func `come at the end of a session, are answered, and add one history entry each`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", by: ["Jane Austen"])
      let id = try await me.start(emma).id
      scratch.clock.advance(by: .minutes(6))
      let question = try await me.questionAfterStopping(id)
      #expect(question?.text == "Which part of the world is Jane Austen from?")
      #expect(try await me.question(after: id) == nil, "one question for a session")
      let asked = try #require(question)
      try await me.log.write("Answer") {
        try AnswerQuestion(QuestionSubject(asked), "Europe", after: id).run(in: $0)
      }
      #expect(
        try await scratch.titles().prefix(2) == [
          "Answered: \(asked.text)", "Session saved: “Emma”",
        ]
      )
      #expect(try await me.log.questions().map(\.dimension) == [.gender])
      _ = try await me.log.undo()
      _ = try await me.log.undo()
      #expect(try await me.log.session(id)?.timeline.isEnded == false)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `after a session are about one author, and stop when that fact is known`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let book = try await me.add("T", by: ["Ann One", "Bob Two"])
      let id = try await me.start(book).id
      scratch.clock.advance(by: .minutes(6))
      #expect(try await me.questionAfterStopping(id)?.writer?.name == "Ann One")
      #expect(try await me.log.question(shownAfter: id)?.writer?.name == "Ann One")
      try await me.setFacts("Ann One", [.region: "Asia"])
      #expect(try await me.log.question(shownAfter: id) == nil)
    }
  }

  @Test(arguments: TestEngine.all)
  func `do not come when they are disabled`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", by: ["Jane Austen"])
      let id = try await me.start(emma).id
      scratch.clock.advance(by: .minutes(6))
      try await me.stop(id)
      try await me.log.set("askAfterReading", to: "no")
      #expect(try await me.question(after: id) == nil)
      try await me.log.set("askAfterReading", to: nil)
      #expect(try await me.question(after: id) != nil)
    }
  }

  @Test(arguments: TestEngine.all)
  func `stop for all books of an author after an opt-out`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.add("Emma", by: ["Jane Austen"])
      try await me.add("Persuasion", by: ["Jane Austen"])
      let first = try #require(try await me.log.questions().first)
      try await me.log.write("Never") { try StopAsking(QuestionSubject(first)).run(in: $0) }
      #expect(try await me.log.questions().map(\.dimension) == [.translation, .translation])
      try await scratch.isSound()
    }
  }
}

extension Scenario {
  @discardableResult
  func add(_ title: String, by authors: [String]) async throws -> Identifier<Entry> {
    try await log.write("Add") {
      try AddBook(NewBook(title: title, authors: authors), zone: "UTC").run(in: $0).entry.id
    }
  }

  func setFacts(_ author: String, _ facts: [FactKind: String?]) async throws {
    let row = try #require(try await log.authors().first { folded($0.name) == folded(author) })
    try await log.write("Say") { try EditFacts(of: .author(row.id), facts).run(in: $0) }
  }

  /// Returns each book with the regions of its authors: `Emma europe`.
  func regions() async throws -> [String] {
    try await log.describedBooks().map { book in
      "\(book.title) " + book.facts(.region).map { $0?.value ?? "?" }.joined(separator: "+")
    }
  }

  func question(after id: SessionID) async throws -> Question? {
    try await log.write("Ask") { try $0.question(after: id) }
  }

  /// Stops a session and returns its question, in one mutation.
  func questionAfterStopping(_ id: SessionID) async throws -> Question? {
    try await log.write("Stop") { writer in
      _ = try writer.endReading(
        id,
        position: { _ in nil },
        at: writer.now,
        zone: "UTC",
        allowShort: false
      )
      return try writer.question(after: id)
    }
  }
}
