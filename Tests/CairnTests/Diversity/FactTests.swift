import Cairn
import Testing

@Suite struct `A fact about an author or a work` {
  @Test(arguments: [
    (FactKind.region, "North America", "northAmerica"), (.region, "north-america", "northAmerica"),
    (.region, "AFRICA", "africa"), (.gender, "non binary", "nonBinary"), (.ownVoices, "Yes", "yes"),
    (.accessibility, "large print, Braille", "braille largePrint"),
    (.accessibility, "none", "none"),
    (.originalLanguage, "German", "de"), (.originalLanguage, "grc", "grc"),
    (.originalLanguage, "Other", "other"), (.originalLanguage, "other Klingon", "other Klingon"),
    (.nationality, " Nigerian ", "Nigerian"), (.birthYear, "-70", "-70"),
  ])
  func `is stored as one value`(kind: FactKind, typed: String, stored: String) throws {
    #expect(try kind.value(typed: typed) == stored)
    #expect(try kind.value(typed: stored) == stored)
    guard !stored.hasPrefix("other ") else { return }
    #expect(try kind.value(typed: kind.label(of: stored)) == stored)
  }

  @Test(arguments: [
    (FactKind.region, "African"), (.region, ""), (.gender, "unknown"), (.ownVoices, "maybe"),
    (.accessibility, "none, braille"), (.accessibility, ""), (.originalLanguage, "Englisch"),
    (.nationality, "  "), (.birthYear, "10000"), (.deathYear, "soon"),
  ])
  func `D30 - is rejected if it is in no list`(kind: FactKind, typed: String) {
    let error = #expect(throws: CairnError.self) { try kind.value(typed: typed) }
    #expect(error?.code == "diversity.unknown_value")
  }

  @Test func `D36 - names a feature once however often it is typed`() throws {
    #expect(try FactKind.accessibility.value(typed: "Braille, braille") == "braille")
  }

  @Test func `is equal after clearing and before it was ever set`() {
    var facts = KnownFacts()
    (facts[.region], facts[.deathYear]) = (Fact("asia"), Fact("1901"))
    #expect(facts.all.map(\.fact.value) == ["asia", "1901"] && facts != KnownFacts())
    (facts[.region], facts[.deathYear]) = (nil, nil)
    #expect(facts == KnownFacts() && facts[.region] == nil)
  }

  @Test func `distinguishes all regions and genders`() {
    #expect(Category.regions.count == 11 && Category.genders.count == 4)
    for list in [Category.regions, Category.genders, Category.features, Language.all] {
      #expect(Set(list.map(\.value)).count == list.count)
      #expect(Set(list.map(\.label)).count == list.count)
    }
  }

  @Test func `survives a version without this fact`() throws {
    var fields = Fields()
    fields.set("name", "A")
    fields.set("fact.region", "oracle:antarctica")
    let author = try Author(recordID: RecordID(high: 1, low: 1), fields: fields)
    var written = Fields()
    author.write(to: &written)
    #expect(written["fact.region"] == .text("oracle:antarctica"))
  }

  @Test func `keeps a person's value over that of a file`() throws {
    var author = Author(id: Identifier(RecordID(high: 1, low: 1)), name: "A")
    try author.set(.region, "asia")
    try author.set(.region, "Asia", from: .imported)
    #expect(author.facts[.region]?.source == .me)
  }

  @Test func `rejects a death before birth, and facts about a collective name`() throws {
    var author = Author(id: Identifier(RecordID(high: 1, low: 1)), name: "A")
    try author.set(.birthYear, "1930")
    let error = #expect(throws: CairnError.self) { try author.set(.deathYear, "1929") }
    #expect(error?.code == "diversity.invalid_years" && author.facts[.deathYear] == nil)
    var many = Author(id: Identifier(RecordID(high: 1, low: 2)), name: "Anonymous")
    let refused = #expect(throws: CairnError.self) { try many.set(.gender, "female") }
    #expect(refused?.code == "diversity.anonymous")
  }
}

@Suite struct `A described book` {
  @Test func `has the facts of its authors unless it overrides them`() throws {
    var book = described(writers: ["africa", nil])
    #expect(book.facts(.region).map { $0?.value } == ["africa", nil])
    #expect(book.missing.first == .cultural)
    book.facts[.region] = Fact("asia")
    #expect(book.facts(.region).map { $0?.value } == ["asia"])
    #expect(book.isKnown(.cultural))
    book.facts[.region] = nil
    #expect(book.facts(.region).map { $0?.value } == ["africa", nil])
  }

  @Test func `has no facts of a collective name, and unknown ones without authors`() {
    var book = described(writers: ["africa"], name: "Anonymous")
    #expect(book.facts(.region) == [nil])
    book.writers = []
    #expect(book.facts(.region) == [nil])
  }

  @Test(arguments: [
    ("en", ["en"], "original"), ("de", ["en"], "translated"), ("de", ["en", "de"], "original"),
    ("other", ["en"], "translated"), ("other Klingon", ["other Klingon"], "original"),
  ])
  func `D31, D32 - is a translation according to its language and the person's languages`(
    language: String,
    reads: [String],
    category: String
  ) {
    var book = described(writers: [])
    book.facts[.originalLanguage] = Fact(language)
    let languages = reads.map { Language(value: $0) }
    #expect(book.shares(.translation, reads: languages) == [[category]])
  }

  private func described(writers: [String?], name: String = "A") -> DescribedBook {
    let id = RecordID(high: 7, low: 7)
    let all = writers.enumerated().map { index, region in
      var facts = KnownFacts()
      facts[.region] = region.map { Fact($0) }
      let own = Identifier<Author>(RecordID(high: 8, low: UInt64(index)))
      return DescribedBook.Writer(id: own, name: name, facts: facts)
    }
    let (work, entry) = (Identifier<Work>(id), Identifier<Entry>(id))
    return DescribedBook(work: work, entry: entry, title: "T", writers: all, facts: KnownFacts())
  }
}
