import Cairn
import CairnActions
import CairnInsights
import CairnSQL
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// Random actions, after which the statistics must match a plain count of the records.
@Suite struct `Diversity counts` {
  @Test(arguments: TestEngine.all, SeededGenerator.seeds)
  func `equal a recount of all records after random actions`(
    engine: TestEngine,
    seed: UInt64
  ) async throws {
    try await engine.scratchLog { scratch in
      var reader = RandomReader(Scenario(scratch), seed: seed)
      for step in 0..<60 {
        let done = try await reader.step()
        let (found, plain) = (try await reader.counted(), try await reader.plain())
        #expect(found == plain, "seed \(seed), step \(step): \(done)")
      }
      try await scratch.isSound()
      let points = try await reader.points()
      _ = try await scratch.log.checkProjections(repair: true)
      #expect(try await reader.points() == points, "seed \(seed)")
      #expect(try await reader.counted() == reader.plain(), "seed \(seed)")
    }
  }
}

/// A person who changes facts and books at random.
private struct RandomReader {
  private let me: Scenario
  private var chance: SeededGenerator
  private var titles = 0

  init(_ me: Scenario, seed: UInt64) {
    self.me = me
    chance = SeededGenerator(seed: seed)
  }

  mutating func step() async throws -> String {
    let action = Int.random(in: 0..<14, using: &chance)
    do {
      try await run(action)
    } catch let error as CairnError {
      return "\(action), refused: \(error.code)"
    }
    return "\(action)"
  }

  private mutating func run(_ action: Int) async throws {
    switch action {
    case 0, 1: try await addBook()
    case 2, 3, 4: try await sayOfAuthor()
    case 5, 6: try await sayOfBook()
    case 7: _ = try await me.log.undo()
    case 8: _ = try await me.log.redo()
    case 9: try await deleteOrRestore()
    case 10: try await turn()
    case 11: try await hearFromFile()
    case 12: try await importBooks()
    default:
      try await me.log.set(
        "readingLanguage",
        to: ["en", "de", "fr, en"].randomElement(using: &chance)
      )
    }
  }

  private mutating func addBook() async throws {
    titles += 1
    let names = ["A", "B", "C", "Anonymous"].shuffled(using: &chance)
    let authors = Array(names.prefix(Int.random(in: 0...3, using: &chance)))
    try await me.add("Book \(titles)", by: authors)
  }

  private mutating func sayOfAuthor() async throws {
    guard let author = try await me.log.authors().randomElement(using: &chance) else { return }
    let (kind, value) = word(of: [.region, .gender, .nationality])
    try await me.log.write { try EditFacts(of: .author(author.id), [kind: value]).run(in: $0) }
  }

  private mutating func sayOfBook() async throws {
    guard let book = try await me.log.describedBooks().randomElement(using: &chance) else { return }
    let (kind, value) = word(of: [.originalLanguage, .ownVoices, .accessibility, .region, .gender])
    try await me.log.write { try EditFacts(of: .book(book.entry), [kind: value]).run(in: $0) }
  }

  /// Imports a fact about an author; the person's own facts win.
  private mutating func hearFromFile() async throws {
    guard let author = try await me.log.authors().randomElement(using: &chance) else { return }
    let (kind, value) = word(of: [.region, .gender])
    guard author.facts[kind]?.source != .me else { return }
    try await me.log.write("Import") {
      try EditFacts(of: .author(author.id), [kind: value], from: .imported).run(in: $0)
    }
  }

  /// Imports books by existing and new authors.
  private mutating func importBooks() async throws {
    titles += 1
    let number = titles
    let name = ["A", "C", "Somebody \(number)"].randomElement(using: &chance) ?? "A"
    let options = Bool.random(using: &chance) ? ReadingStatus.wishlist : .read
    try await me.log.write("Import") { writer in
      writer.beginBatch()
      for part in 0..<3 {
        let new = NewBook(title: "Import \(number).\(part)", authors: [name], status: options)
        try AddBook(new, zone: "UTC").run(in: writer)
      }
    }
  }

  private mutating func word(of kinds: [FactKind]) -> (FactKind, String?) {
    let kind = kinds.randomElement(using: &chance) ?? .region
    let words = kind.choices.isEmpty ? ["Nigerian", "Peruvian"] : kind.choices.map(\.value)
    return (kind, Bool.random(using: &chance) ? words.randomElement(using: &chance) : nil)
  }

  private mutating func deleteOrRestore() async throws {
    let gone = try await me.log.deletedBooks().randomElement(using: &chance)
    let book = try await me.log.describedBooks().randomElement(using: &chance)
    if let gone, Bool.random(using: &chance) {
      try await me.log.write("Restore") { try RestoreBook(gone.id).run(in: $0) }
    } else if let book {
      try await me.log.write("Delete") { try DeleteBook(book.entry).run(in: $0) }
    }
  }

  private mutating func turn() async throws {
    let book = try await me.log.describedBooks().randomElement(using: &chance)
    let status = [ReadingStatus.wishlist, .read, .toRead].randomElement(using: &chance) ?? .read
    if let book { try await me.changeStatus(status, book.entry) }
  }

  func points() async throws -> Int64 {
    let (answers, completed) = try await me.log.givenAnswers()
    return Curator(answers, try await me.log.describedBooks(), completed: completed).points
  }

  /// Returns each dimension and its categories from the statistics.
  func counted() async throws -> [String] {
    let books = try await me.log.describedBooks()
    let found = Diversity(books, reads: try await me.log.readingLanguages())
    return found.spreads.filter { $0.dimension != .timePeriod }.flatMap { spread in
      ["\(spread.dimension.name) known \(spread.known.count)"]
        + spread.shares.map { "\(spread.dimension.name) \(folded($0.value)) \($0.parts.count)" }
    }.sorted()
  }

  /// Computes the same from the fields of the records alone.
  func plain() async throws -> [String] {
    let records = try await me.scratch.records()
    let alive = records.filter { $0.fields.deletion == nil }
    let things = Dictionary(alive.map { ($0.id, $0) }) { one, _ in one }
    let works = Set(
      alive.filter { $0.kind == "entry" && $0.text("status") != "wishlist" }
        .compactMap { RecordID(text: $0.text("work")) }
    )
    let setting = alive.first { $0.kind == "setting" && $0.text("name") == "readingLanguage" }
    let reads = (setting?.text("value") ?? "en").split(separator: ",")
      .map { $0.filter { $0 != " " } }
    var sums: [String: Int64] = [:]
    for name in ["cultural", "gender", "translation", "ownVoices", "accessibility", "geography"] {
      sums["\(name) known", default: 0] += 0
    }
    for work in works.compactMap({ things[$0] }) {
      for (name, field, isOfAuthor) in Self.fields {
        var values = [work.fact(field)]
        let authors = work.text("credits").split(separator: " ")
          .compactMap { RecordID(text: String($0)) }.compactMap { things[$0] }
        if isOfAuthor, values == [nil], !authors.isEmpty {
          values = authors.map { $0.text("name") == "Anonymous" ? nil : $0.fact(field) }
        }
        for value in values.compactMap(\.self) {
          let parts = 720_720 / Int64(values.count)
          sums["\(name) known", default: 0] += parts
          let all =
            switch name {
            case "translation": [reads.contains(value) ? "original" : "translated"]
            case "accessibility": value.split(separator: " ").map(String.init)
            default: [value]
            }
          for one in all { sums["\(name) \(folded(one))", default: 0] += parts }
        }
      }
    }
    return sums.map { "\($0.key) \($0.value)" }.sorted()
  }

  private static let fields = [
    ("cultural", "region", true), ("gender", "gender", true), ("geography", "nationality", true),
    ("translation", "originalLanguage", false), ("ownVoices", "ownVoices", false),
    ("accessibility", "accessibility", false),
  ]
}

private struct PlainRecord {
  let kind: String
  let id: RecordID
  let fields: Fields

  func text(_ name: String) -> String {
    guard case .text(let text) = fields[name] else { return "" }
    return text
  }

  func fact(_ name: String) -> String? {
    let text = text("fact.\(name)")
    return text.isEmpty ? nil : String(text.drop { $0 != ":" }.dropFirst())
  }
}

extension ScratchLog {
  fileprivate func records() async throws -> [PlainRecord] {
    try await log.read { connection in
      try connection.all("SELECT kind, id, fields FROM record ORDER BY kind, id") { row in
        PlainRecord(
          kind: try row["kind"],
          id: try row["id"],
          fields: try Fields(json: row["fields"])
        )
      }
    }
  }
}
