import Cairn
import CairnActions
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// Random shelf edits: search matches a full scan, no time is lost, and undo restores everything.
@Suite struct `A shelf after a random history` {
  private static let words = ["sand", "Sänd", "sandworm", "café", "moor", "a-b", "it's", "猫"]

  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `finds the same as a scan of every text, and loses no hour`(
    engine: TestEngine,
    seed: UInt64
  ) async throws {
    try await engine.scratchLog(seed: seed) { scratch in
      var random = SeededGenerator(seed: seed)
      let me = Scenario(scratch)
      for (hour, title) in [(4, "Dune"), (5, "Sand"), (6, "Moor café")] {
        try await me.track(me.add(title), "0\(hour):00-0\(hour):30", pages: 5)
      }
      let day = try await scratch.day("2026-01-05")
      for step in 0..<40 {
        let before = try await scratch.projections()
        let lines = try await scratch.titles().count
        try await change(me.log, &random)
        #expect(try await scratch.day("2026-01-05") == day, "seed \(seed), step \(step)")
        try await compare(me.log, random.text(of: Self.words), "seed \(seed), step \(step)")
        if try await scratch.titles().count > lines, random.oneIn(4) {
          _ = try await me.log.undo()
          let after = try await scratch.projections()
          #expect(after == before, "seed \(seed), step \(step)")
        }
      }
      try await scratch.isSound()
    }
  }

  private func change(_ log: Log, _ random: inout SeededGenerator) async throws {
    let books = try await log.books().map(\.id)
    let deleted = try await log.deletedBooks().map(\.id)
    let text = random.text(of: Self.words)
    guard books.count > 2 else {
      if let id = deleted.first {
        return try await log.write("Restore") { try RestoreBook(id).run(in: $0) }
      }
      _ = try await log.write { try AddBook(NewBook(title: text + " x"), zone: "UTC").run(in: $0) }
      return
    }
    let (one, other) = (random.pick(books), random.pick(books))
    let number = random.number(0...8)
    do {
      try await log.write("Change") { try $0.change(number, one, other, text) }
    } catch let error as CairnError {
      #expect(error.code.hasPrefix("reading."), "\(error)")
    }
  }

  private func compare(_ log: Log, _ text: String, _ place: String) async throws {
    var filter = ShelfFilter()
    filter.words = text
    let found = Set(try await log.books(filter).map(\.id))
    let all = try await log.books().map(\.id)
    let read = Seen<[Identifier<Entry>]>()
    try await log.write("Look") { writer in
      read.value = try all.filter { try writer.texts(of: $0).hold(text) }
    }
    #expect(found == Set(read.value ?? []), "\(place): \(text)")
  }
}

extension LogWriter {
  fileprivate func change(
    _ number: Int64,
    _ one: Identifier<Entry>,
    _ other: Identifier<Entry>,
    _ text: String
  ) throws {
    var edit = BookEdit()
    switch number {
    case 0: try MergeBooks(one, other).run(in: self)
    case 1: try DeleteBook(one).run(in: self)
    case 2: try ChangeLabels(.shelf, of: one, add: [text]).run(in: self)
    case 3: try ChangeLabels(.tag, of: one, add: [text]).run(in: self)
    case 4: try ChangeStatus(.didNotFinish, one, reason: text, zone: "UTC").run(in: self)
    case 5: (edit.notes, edit.review) = (text, "")
    case 6: (edit.title, edit.series) = (text, text)
    case 7: edit.authors = [text, "Ann"]
    default:
      var new = NewBook(title: text, authors: [text])
      new.tags = [text]
      try AddBook(new, zone: "UTC").run(in: self)
    }
    if edit != BookEdit() { try EditBook(one, edit).run(in: self) }
  }

  /// Returns every searchable text of a book, read from its records.
  fileprivate func texts(of id: Identifier<Entry>) throws -> [String] {
    let book = try book(id)
    let authors = try book.work.credits.compactMap { try find(Author.self, $0.author.record)?.name }
    return [book.work.title, book.work.series, book.entry.notes, book.entry.review]
      .compactMap { $0 } + authors + book.entry.shelves + book.entry.tags
      + book.readThroughs.compactMap(\.reason)
  }
}

extension [String] {
  /// Returns whether every word is a prefix of a word in one of these texts.
  fileprivate func hold(_ text: String) -> Bool {
    let own = flatMap { searchWords($0) }
    return searchWords(text).allSatisfy { word in own.contains { $0.hasPrefix(word) } }
  }
}

extension SeededGenerator {
  /// Returns one to three random words.
  fileprivate mutating func text(of words: [String]) -> String {
    (0...Int.random(in: 0...2, using: &self)).map { _ in
      words[Int.random(in: words.indices, using: &self)]
    }.joined(separator: " ")
  }

  fileprivate mutating func oneIn(_ count: Int) -> Bool {
    .random(in: 1...count, using: &self) == 1
  }

  fileprivate mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
    .random(in: range, using: &self)
  }

  fileprivate mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }
}
