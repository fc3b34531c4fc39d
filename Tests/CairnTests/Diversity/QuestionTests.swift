import Cairn
import Testing

@Suite struct `One question at a time` {
  private func book(_ region: String? = nil, _ gender: String? = nil) -> DescribedBook {
    let id = RecordID(high: 7, low: 7)
    var facts = KnownFacts()
    facts[.region] = region.map { Fact($0) }
    facts[.gender] = gender.map { Fact($0) }
    let writer = DescribedBook.Writer(id: Identifier(id), name: "Ada", facts: facts)
    return DescribedBook(
      work: Identifier(id),
      entry: Identifier(id),
      title: "T",
      writers: [writer],
      facts: KnownFacts()
    )
  }

  @Test func `goes through the five dimensions in order, and ends when nothing is missing`() {
    var book = book()
    var asked: [String] = []
    while let question = Question(about: book) {
      asked.append(question.dimension.name)
      if question.writer != nil {
        book.writers[0].facts[question.fact] = Fact("x")
      } else {
        book.facts[question.fact] = Fact("x")
      }
    }
    #expect(asked == ["cultural", "gender", "translation", "ownVoices", "accessibility"])
  }

  @Test func `D37 - asks when three of five are known, and nothing when all are`() {
    var book = book("asia", "female")
    book.facts[.originalLanguage] = Fact("en")
    #expect(Question(about: book)?.dimension == .ownVoices)
    book.facts[.ownVoices] = Fact("no")
    book.facts[.accessibility] = Fact("none")
    #expect(Question(about: book) == nil && book.missing.isEmpty)
  }

  @Test func `skips an author or book with questions turned off`() {
    var book = book()
    book.writers[0].facts.isAskingDisabled = true
    #expect(Question(about: book)?.dimension == .translation)
    book.facts.isAskingDisabled = true
    #expect(Question(about: book) == nil)
  }

  @Test func `is about the first author with a missing fact`() {
    var book = book("asia")
    var other = book.writers[0]
    other = .init(id: Identifier(RecordID(high: 9, low: 9)), name: "Bo", facts: KnownFacts())
    book.writers.append(other)
    #expect(Question(about: book)?.writer?.name == "Bo")
  }

  @Test func `is about its author only, even after the fact is known`() {
    var book = book()
    let (first, second) = (book.writers[0].id, Identifier<Author>(RecordID(high: 9, low: 9)))
    book.writers.append(.init(id: second, name: "Bo", facts: KnownFacts()))
    #expect(Question(.cultural, about: book, of: first)?.writer?.name == "Ada")
    book.writers[0].facts[.region] = Fact("asia")
    #expect(Question(.cultural, about: book, of: first) == nil)
    #expect(Question(.cultural, about: book, of: second)?.writer?.name == "Bo")
    #expect(Question(.cultural, about: book, of: nil) == nil)
    #expect(Question(.ownVoices, about: book, of: nil)?.dimension == .ownVoices)
  }

  @Test func `is about the book if its author is a collective name`() {
    var book = book()
    book.writers = [
      .init(id: book.writers[0].id, name: "Anonymous", facts: KnownFacts())
    ]
    #expect(Question(about: book)?.text == "Which part of the world is the author of “T” from?")
    #expect(Question(about: book)?.writer == nil)
    book.writers = []
    #expect(Question.all(about: book).count == 5)
  }

  @Test(arguments: [(299, false, false), (300, false, true), (3_600, true, false)])
  func `comes after five minutes, once for a session`(
    seconds: Int64,
    wasShown: Bool,
    comes: Bool
  ) throws {
    let start = Instant(milliseconds: 1_767_614_400_000)
    let segment = Segment(start: start, end: start + Milliseconds(seconds * 1_000))
    let timeline = try Timeline(ended: [segment])
    #expect(Question.mayFollow(timeline, wasShown: wasShown) == comes)
  }
}
