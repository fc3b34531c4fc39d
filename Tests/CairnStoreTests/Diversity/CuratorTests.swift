import Cairn
import CairnActions
import CairnInsights
import CairnStore
import CairnTestKit
import Testing
import CairnReports

@Suite struct `Curator points` {
  @Test(arguments: TestEngine.all)
  func `are five for an answer and one for each further book it completes`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      for title in ["Emma", "Persuasion", "Lady Susan"] {
        try await me.add(title, by: ["Jane Austen"])
      }
      try await me.setFacts("Jane Austen", [.region: "Europe"])
      #expect(try await me.points() == 7)
      try await me.setFacts("Jane Austen", [.birthYear: "1775"])
      #expect(try await me.points() == 7, "a year of birth is in no dimension")
    }
  }

  @Test(arguments: TestEngine.all)
  func `D34, D35 - cannot be earned twice by answering again, editing, undoing or rebuilding`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.add("Emma", by: ["Jane Austen"])
      for region in ["Europe", "Europe", "Asia", "Europe"] {
        try await me.setFacts("Jane Austen", [.region: region])
        #expect(try await me.points() == 5)
      }
      _ = try await me.log.undo()
      #expect(try await me.points() == 5)
      try await me.setFacts("Jane Austen", [.region: nil])
      #expect(try await me.points() == 0)
      let ledger = try await me.curator().ledger
      #expect(ledger.map(\.isRetracted) == [true], "what is taken back is shown")
      try await me.setFacts("Jane Austen", [.region: "Africa"])
      _ = try await me.log.checkProjections(repair: true)
      #expect(try await me.points() == 5)
    }
  }

  @Test(arguments: TestEngine.all)
  func `include one bonus, the first time that nothing is unknown`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", by: ["Jane Austen"])
      try await me.setFacts("Jane Austen", [.region: "Europe", .gender: "female"])
      let rest: [FactKind: String?] = [
        .originalLanguage: "en", .ownVoices: "yes", .accessibility: "none",
      ]
      try await me.log.write("Say") { try EditFacts(of: .book(emma), rest).run(in: $0) }
      #expect(try await me.points() == 75)
      try await me.log.write { try EditFacts(of: .book(emma), [.ownVoices: "no"]).run(in: $0) }
      #expect(try await me.points() == 75)
      try await me.add("Dune", by: ["Frank Herbert"])
      #expect(try await me.points() == 75, "it was reached once")
      for _ in 0..<3 { _ = try await me.log.undo() }
      #expect(try await me.points() == 10, "and is undone with the answer that reached it")
      _ = try await me.log.redo()
      #expect(try await me.points() == 75)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `include no bonus for a repeated answer, but for anything that completes the facts`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", by: ["Jane Austen"])
      let other = try await me.add("Dune", by: ["Frank Herbert"])
      try await me.describe(emma, "Jane Austen")
      #expect(try await me.points() == 25)
      try await me.log.write("Delete") { try DeleteBook(other).run(in: $0) }
      #expect(try await me.points() == 75)
      try await me.setFacts("Jane Austen", [.region: "Europe"])
      #expect(try await me.points() == 75, "saying it again changes nothing")
      _ = try await me.log.undo()
      #expect(try await me.points() == 25, "what was undone is the book that was deleted")
      #expect(try await me.curator().ledger.first { $0.dimension == nil }?.isRetracted == true)
      try await me.changeStatus(.wishlist, other)
      #expect(try await me.points() == 75)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `are only for books that count, not for wishlist or deleted books`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", by: ["Jane Austen"])
      try await me.changeStatus(.wishlist, emma)
      try await me.describe(emma, "Jane Austen")
      #expect(try await me.points() == 0)
      #expect(try await me.curator().contributions == 0)
      try await me.changeStatus(.toRead, emma)
      #expect(try await me.points() == 75)
      try await me.log.write("Delete") { try DeleteBook(emma).run(in: $0) }
      #expect(try await me.points() == 50, "nothing was unknown once")
    }
  }

  @Test(arguments: TestEngine.all)
  func `are not earned twice by merging books`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let one = try await me.add("Emma", by: ["X"])
      let two = try await me.add("Emma", by: ["Y"])
      try await me.setFacts("X", [.region: "Africa"])
      try await me.setFacts("Y", [.region: "Asia"])
      try await me.log.write { try EditFacts(of: .book(one), [.ownVoices: "yes"]).run(in: $0) }
      let more: [FactKind: String?] = [
        .ownVoices: "no", .originalLanguage: "de", .gender: "female",
      ]
      try await me.log.write("Say") { try EditFacts(of: .book(two), more).run(in: $0) }
      #expect(try await me.points() == 30)
      try await me.log.write("Merge") { try MergeBooks(one, two).run(in: $0) }
      #expect(try await me.points() == 15, "of X, whether it is own voices, and the language")
      let book = try #require(try await me.log.describedBook(one))
      #expect(book.facts[.gender] == nil, "what was said of Y says nothing of X")
      #expect(book.facts.value(.ownVoices) == "yes")
      _ = try await me.log.undo()
      #expect(try await me.points() == 30)
      try await scratch.isSound()
    }
  }

  @Test(arguments: TestEngine.all)
  func `are not for facts from an earlier import, whatever their values`(
    engine: TestEngine
  ) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      let emma = try await me.add("Emma", by: ["Jane Austen"])
      try await me.log.write("Take") {
        try EditFacts(of: .book(emma), [.originalLanguage: "German"], from: .imported).run(in: $0)
      }
      for word in ["German", "English", nil, "French"] {
        try await me.log.write("Say") {
          try EditFacts(of: .book(emma), [.originalLanguage: word]).run(in: $0)
        }
        #expect(try await me.points() == 0, "\(word ?? "nothing")")
      }
      _ = try await me.log.checkProjections(repair: true)
      #expect(try await me.points() == 0)
    }
  }

  @Test(arguments: TestEngine.all)
  func `are for a person's answers, not for imported ones`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.add("Emma", by: ["Jane Austen"])
      let id = try #require(try await me.log.authors().first).id
      try await me.log.write("Take") {
        try EditFacts(of: .author(id), [.region: "Europe"], from: .imported).run(in: $0)
      }
      #expect(try await me.points() == 0)
      #expect(try await me.regions() == ["Emma europe"])
    }
  }

  @Test(arguments: TestEngine.all)
  func `are counted once when two devices sync`(engine: TestEngine) async throws {
    try await engine.scratchLog { scratch in
      let me = Scenario(scratch)
      try await me.add("Emma", by: ["Jane Austen"])
      try await me.setFacts("Jane Austen", [.region: "Europe"])
      let mine = try await me.exported()
      try await engine.scratchLog { other in
        let she = Scenario(other)
        try await other.merge(mine, [])
        try await she.setFacts("Jane Austen", [.region: "Asia"])
        try await she.setFacts("Jane Austen", [.region: "Europe", .gender: "female"])
        let theirs = try await she.exported()
        try await scratch.merge(theirs, [])
        #expect(try await me.points() == 10)
        #expect(try await she.points() == 10)
      }
      try await scratch.isSound()
    }
  }
}

extension Scenario {
  /// Returns all records of the log.
  func exported() async throws -> [Record] {
    let all = Seen<[Record]>()
    all.value = []
    try await log.export(records: { all.value?.append($0) }, mutations: { _ in })
    return try #require(all.value)
  }

  func curator() async throws -> Curator {
    let (answers, completed) = try await log.givenAnswers()
    return Curator(answers, try await log.describedBooks(), completed: completed)
  }

  /// Answers all questions about a book and its author.
  func describe(_ book: Identifier<Entry>, _ author: String) async throws {
    try await setFacts(author, [.region: "Europe", .gender: "female"])
    let rest: [FactKind: String?] = [
      .originalLanguage: "en", .ownVoices: "yes", .accessibility: "none",
    ]
    try await log.write("Say") { try EditFacts(of: .book(book), rest).run(in: $0) }
  }

  func points() async throws -> Int64 { try await curator().points }
}
