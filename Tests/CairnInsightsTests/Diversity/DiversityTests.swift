import Cairn
import CairnInsights
import Testing

@Suite struct `The diversity of a shelf` {
  private let english = [Language(value: "en")]

  @Test func `is 46 % known in the sample`() {
    let books = (0..<10).map { number in
      shelved(
        number,
        [.region: "asia", .gender: number < 5 ? "female" : nil],
        [.originalLanguage: number < 8 ? "en" : nil]
      )
    }
    let found = Diversity(books, reads: english)
    #expect(found.completeness.value == 4_600)
    let known = found.core.map { $0.completeness ?? 0 }
    #expect(known == [10_000, 5_000, 8_000, 0, 0])
    #expect(
      found.completenessChart.bars.map(\.text) == ["100 %", "50 %", "80 %", "unknown", "unknown"]
    )
    #expect(found.completenessChart.summary.hasPrefix("46 %"))
  }

  @Test func `of no books is nil`() {
    let found = Diversity([], reads: english)
    #expect(found.completeness.value == nil && found.completeness.missing == "no books")
    #expect(found.gaps == [] && found.spreads.allSatisfy { $0.score == nil })
  }

  @Test func `counts a book once, however many authors it has`() {
    var three = shelved(1, [.region: "asia"])
    for region in ["africa", nil] {
      var facts = KnownFacts()
      facts[.region] = region.map { Fact($0) }
      let id = RecordID(high: 9, low: UInt64(three.writers.count))
      three.writers.append(.init(id: Identifier(id), name: "N", facts: facts))
    }
    let spread = Diversity([three, shelved(2, [.region: "asia"])], reads: english).spread(.cultural)
    #expect(spread.shares.map { "\($0.label) \($0.parts.text)" } == ["Asia 1.33", "Africa 0.33"])
    #expect(spread.known.text == "1.67" && spread.unknown.text == "0.33")
    #expect(spread.share("asia") == 8_000 && spread.score == 2_000)
  }

  @Test(arguments: [1, 2, 3, 7, 16, 17, 39])
  func `divides a book into shares that add up to one`(authors: Int) {
    var book = shelved(1, [.region: "asia"])
    book.writers = (0..<authors).map { number in
      let id = Identifier<Author>(RecordID(high: 9, low: UInt64(number)))
      return .init(id: id, name: "N", facts: book.writers[0].facts)
    }
    let spread = Diversity([book], reads: english).spread(.cultural)
    #expect(spread.known == .books(1) && spread.unknown == .zero)
  }

  @Test func `D27 - excludes the wishlist, and reports it`() {
    let found = Diversity([shelved(1), shelved(2, isOnWishlist: true)], reads: english)
    #expect(found.books.count == 1)
    #expect(found.exclusions == [Exclusion("on the wishlist", 1)])
  }

  @Test func `D26, D15 - of a year uses the books finished in it, each day in one year`() throws {
    let finishes = ["2025-12-31", "2026-01-01", "2026", "2026-02-30", nil].map { text in
      text.flatMap { PartialDay(text: $0) }
    }
    let books = finishes.enumerated().map { shelved($0.offset, finishes: [$0.element]) }
    let year = try #require(LocalDay(year: 2026, month: 1, day: 1)).wholeYear
    let found = Diversity(books, .finished, in: year, reads: english)
    #expect(found.books.map(\.title) == ["1", "2"])
    #expect(found.exclusions == [Exclusion("no exact date", 2)])
    #expect(Diversity(books, .finished, reads: english).books.count == 5)
    let years = DiversityYear.all(books, reads: english)
    #expect(years.map { "\($0.year) \($0.diversity.books.count)" } == ["2025 1", "2026 2"])
  }

  @Test(
    arguments: [
      (["2025"], "2025-01-01", "2025-12-31", 1, 0), (["2025-03"], "2025-01-01", "2025-12-31", 1, 0),
      (["2025-03-04", "2025"], "2025-03-01", "2025-03-31", 1, 0),
      (["2025"], "2025-03-01", "2025-03-31", 0, 1), ([nil], "2025-03-01", "2025-03-31", 0, 1),
      (["2019"], "2025-01-01", "2025-12-31", 0, 0), (["2025-03"], "2025-04-01", "2025-04-30", 0, 0),
    ] as [([String?], String, String, Int, Int)]
  )
  func `reports only an uncertain finish as excluded`(
    finishes: [String?],
    from: String,
    to: String,
    counted: Int,
    excluded: Int
  ) throws {
    let days = try #require(LocalDay(text: from))...(#require(LocalDay(text: to)))
    let book = shelved(1, finishes: finishes.map { $0.flatMap { PartialDay(text: $0) } })
    let found = Diversity([book], .finished, in: days, reads: english)
    #expect(found.completeness.count == counted && found.completeness.excluded == excluded)
  }

  @Test func `of each year uses finished books, whatever the scope`() {
    let books = [shelved(1, finishes: [PartialDay(text: "2024-05-01")])]
    let years = DiversityYear.all(books, .library, reads: english)
    #expect(years.map { "\($0.year) \($0.diversity.books.count)" } == ["2024 1"])
  }

  @Test func `never includes the wishlist, even if finished`() {
    let options = shelved(1, isOnWishlist: true, finishes: [PartialDay(text: "2024-05-01")])
    let found = Diversity([options], .finished, reads: english)
    #expect(found.books.isEmpty && found.exclusions == [Exclusion("on the wishlist", 1)])
    #expect(DiversityYear.all([options], reads: english).isEmpty)
  }

  @Test func `reports which books are partly known`() {
    var book = shelved(1, [.gender: "male"])
    let other = RecordID(high: 9, low: 9)
    book.writers.append(.init(id: Identifier(other), name: "B", facts: KnownFacts()))
    let figure = Diversity([book], reads: english).representation(.gender)
    #expect(figure.count == 1)
    #expect(
      figure.exclusions == [Exclusion("known for some of its authors, counted in part", 1)]
    )
  }

  @Test func `counts an author once who is credited twice`() {
    let known = shelved(1, [.region: "asia"])
    let other = DescribedBook.Writer(
      id: Identifier(RecordID(high: 9, low: 9)),
      name: "B",
      facts: KnownFacts()
    )
    let book = DescribedBook(
      work: known.work,
      entry: known.entry,
      title: "T",
      writers: [known.writers[0], known.writers[0], other],
      facts: KnownFacts()
    )
    #expect(Diversity([book], reads: english).spread(.cultural).known.text == "0.5")
  }

  @Test func `matches a language of the person ignoring case`() throws {
    let book = shelved(1, of: [.originalLanguage: "other klingon"])
    let reads = [try Language(typed: "other Klingon")]
    #expect(book.shares(.translation, reads: reads) == [["original"]])
    let goals = try ["New Zealand", "new zealand"].map {
      try ShareGoal(.geography, $0, .yearly, percent: 9).recordID
    }
    #expect(goals[0] == goals[1])
  }

  @Test func `D41, D43 - excludes the unknown from shares, and shows it beside every number`() {
    let books = [shelved(1, [.gender: "female"]), shelved(2, [.gender: "male"]), shelved(3)]
    let found = Diversity(books, reads: english)
    let spread = found.spread(.gender)
    #expect(spread.share("female") == 5_000 && spread.score == 5_000)
    #expect(found.representation(.gender).count == 2)
    #expect(found.representation(.gender).exclusions == [Exclusion("unknown", 1)])
  }

  @Test func `counts an accessibility feature once per book, and no features as known`() {
    let books = [
      shelved(1, of: [.accessibility: "braille largePrint"]),
      shelved(2, of: [.accessibility: "none"]),
      shelved(3),
    ]
    let spread = Diversity(books, reads: english).spread(.accessibility)
    #expect(spread.known == .books(2) && spread.score == 5_000)
    #expect(spread.shares.map(\.value).sorted() == ["braille", "largePrint", "none"])
  }

  @Test func `has optional periods and regions`() {
    let books = [
      shelved(1, [.nationality: "Nigerian"], firstYear: 1958),
      shelved(2, [.nationality: "nigerian"], firstYear: -700), shelved(3),
    ]
    let found = Diversity(books, reads: english)
    #expect(
      found.spread(.geography).shares.map { "\($0.label) \($0.parts.text)" } == ["Nigerian 2"]
    )
    #expect(found.spread(.timePeriod).shares.map(\.label) == ["1950–1999", "Before 500"])
    #expect(found.completeness.value == 0, "they are none of the five")
  }

  @Test func `describes what is missing in plain language`() {
    let books = Category.regions.dropLast(2).enumerated().map {
      shelved($0.offset, [.region: $0.element.value])
    }
    let gaps = Diversity(books + [shelved(99)], reads: english).gaps
    #expect(gaps[0] == "Cultural origin: none of the 9 known is “Indigenous” or “International”.")
    #expect(gaps[1] == "Cultural origin: unknown for 1 of 10 books.")
    #expect(gaps.last == "Accessibility: nothing known yet.")
  }

  @Test func `links a number to its books`() {
    let books = [shelved(1, [.region: "asia"]), shelved(2)]
    let found = Diversity(books, reads: english)
    #expect(found.books(.cultural, in: "asia").map(\.title) == ["1"])
    #expect(found.books(.cultural, in: nil).map(\.title) == ["2"])
  }
}

@Suite struct `A diversity radar` {
  private let found = Diversity(
    [shelved(1, [.region: "asia"]), shelved(2, [.region: "africa"])],
    reads: [Language(value: "en")]
  )

  @Test func `draws the unknown as a dashed line, and describes it`() {
    let svg = found.completenessChart.svg(width: 360)
    #expect(svg.contains("stroke-dasharray") && svg.contains("unknown") && svg.contains(">+<"))
    #expect(found.completenessChart.summary.contains("Gender: no data yet"))
  }

  @Test(arguments: [280, 360, 720])
  func `fits its picture`(width: Int) {
    for chart in [found.completenessChart, found.representationChart] {
      let points = chart.svg(width: width).split(separator: "\n")
        .filter { $0.hasPrefix("<text") }
        .compactMap { line in line.split(separator: "\"").dropFirst(3).first.flatMap { Int($0) } }
      #expect(points.allSatisfy { (0...width).contains($0) }, "\(points)")
    }
  }

  @Test func `D38 - averages over all axes, those without data as zero`() {
    #expect(found.completeness.value == 2_000)
    #expect(found.representationChart.axes.first?.value == 5_000)
    #expect(found.representationChart.table.rows.count == 5)
  }
}

/// Returns a book by one author with known facts.
func shelved(
  _ number: Int,
  _ author: [FactKind: String?] = [:],
  _ work: [FactKind: String?] = [:],
  of more: [FactKind: String] = [:],
  firstYear: Int64? = nil,
  isOnWishlist: Bool = false,
  finishes: [PartialDay?] = []
) -> DescribedBook {
  let id = RecordID(high: 5, low: UInt64(number))
  var (facts, own) = (KnownFacts(), KnownFacts())
  for (kind, value) in author { facts[kind] = value.map { Fact($0) } }
  for (kind, value) in work { own[kind] = value.map { Fact($0) } }
  for (kind, value) in more { own[kind] = Fact(value) }
  return DescribedBook(
    work: Identifier(id),
    entry: Identifier(id),
    title: String(number),
    writers: [.init(id: Identifier(id), name: "A\(number)", facts: facts)],
    facts: own,
    firstYear: firstYear,
    isOnWishlist: isOnWishlist,
    finishes: finishes
  )
}

@Suite struct `Shares by year` {
  private func years() -> [DiversityYear] {
    let books = [
      shelved(1, [.region: "asia"], finishes: [PartialDay(text: "2023-02-01")]),
      shelved(2, [.region: "africa"], finishes: [PartialDay(text: "2023-03-01")]),
      shelved(3, [.region: "asia"], finishes: [PartialDay(text: "2025-03-01")]),
    ]
    return DiversityYear.all(books, reads: [Language(value: "en")])
  }

  @Test func `have a value for a year without books, but none for the unknown`() {
    let chart = DiversityTrendChart(years(), scope: .finished)
    #expect(chart.years == [2023, 2024, 2025])
    #expect(chart.strips[0].values == [5_000, nil, 0])
    #expect(chart.strips[1].values == [nil, nil, nil])
    #expect(chart.summary.contains("Cultural origin 50 % in 2023, 0 % in 2025."))
    #expect(chart.summary.contains("Gender: no data yet."))
    #expect(chart.table.rows.map(\.name) == ["2023", "2024", "2025"])
    #expect(chart.table.rows[1].texts == ["0", "–", "–", "–", "–", "–"])
  }

  @Test func `are not joined across a year without data`() {
    let svg = DiversityTrendChart(years(), [.cultural], scope: .finished).svg(width: 340)
    #expect(svg.matches(of: #/<circle/#).count == 2)
    #expect(!svg.contains("stroke-linejoin"))
    #expect(svg.contains("Cultural origin 2023: 50 %, not"))
  }

  @Test func `are bars as text, and empty without years`() {
    let chart = DiversityTrendChart(years(), [.cultural], scope: .finished)
    #expect(
      chart.bars.map { "\($0.label) \($0.text)" } == ["2023 50 %", "2024 unknown", "2025 0 %"]
    )
    let none = DiversityTrendChart([], scope: .finished)
    #expect(none.years == [] && none.bars == [] && none.summary.hasPrefix("No book"))
  }
}

@Suite struct `A share goal` {
  private let today = LocalDay(year: 2026, month: 6, day: 1) ?? .first

  private func progress(_ genders: [String?], percent: Int64 = 50) throws -> ShareGoalProgress {
    let books = genders.enumerated().map { number, gender in
      shelved(number, [.gender: gender], finishes: [PartialDay(text: "2026-02-01")])
    }
    let goal = try ShareGoal(.gender, "female", .yearly, percent: percent)
    return ShareGoalProgress(goal, books, reads: [], today: today)
  }

  @Test(
    arguments: [
      ([], "No book finished yet."),
      ([nil], "Unknown for all finished books (1)."),
      (["male", "male", "female"], "33 % of 3 known books. 1 more book to reach the goal."),
      (["male", "male"], "0 % of 2 known books. 2 more books to reach the goal."),
      (["female", "male"], "Reached: 50 % of 2 known books."),
      (
        ["female", "male", nil],
        "50 % of 2 known books; 1 unknown. On track."
      ),
    ] as [([String?], String)]
  )
  func `shows how many books are needed`(genders: [String?], words: String) throws {
    #expect(try progress(genders).text == words)
  }

  @Test func `of all books is impossible once one differs`() throws {
    let words = try progress(["female", "male"], percent: 100).text
    #expect(words == "50 % of 2 known books. Not all of them count.")
  }
}
