import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `Finished books` {
  private func book(
    _ title: String,
    pages: Int64? = nil,
    rating: Int64? = nil,
    _ started: String? = nil,
    _ finished: String? = nil
  ) -> FinishedBook {
    FinishedBook(title: title, pages: pages, rating: rating, started: started, finished: finished)
  }

  @Test func `count as far as their dates are known, and get no invented date`() {
    let books = [
      book("No day"), book("A year", nil, "2026"), book("A month", nil, "2026-03"),
      book("A day", "2026-02-20", "2026-03-05"), book("Another year", nil, "2025-12-31"),
    ]
    let year = FinishedBooks(books, year: 2026)
    #expect(year.books.value == 3 && year.books.exclusions == [Exclusion("no finish date", 1)])
    #expect(year.byMonth.value == [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(year.byMonth.exclusions.first == Exclusion("only a month or a year of finish known", 1))
    #expect(year.speed.count == 1 && year.speed.value?.largest.days == 13)
    let all = FinishedBooks(books, year: nil)
    #expect(all.books.value == 5 && all.books.excluded == 0)
  }

  @Test func `are measured in civil days, zero on the same day`() {
    #expect(book("A", "2026-02-01", "2026-02-18").days == 17)
    #expect(book("A", "2026-02-01", "2026-02-01").days == 0)
    #expect(book("A", "2026-02", "2026-02-18").days == nil)
    #expect(book("A", "2026-03-01", "2026-02-18").days == nil)
  }

  @Test func `have the longest, shortest, fastest and slowest, the earliest on ties`() {
    let books = [
      book("One", pages: 300, "2026-01-01", "2026-01-09"),
      book("Two", pages: 900, "2026-01-01", "2026-01-09"),
      book("Three", pages: 900, "2026-01-01", "2026-01-03"),
      book("Four", nil, "2026-02-01"), book("Five", pages: 100, nil, "2026-02-03"),
    ]
    let year = FinishedBooks(books, year: 2026)
    #expect(
      year.length.value?.largest.title == "Two" && year.length.value?.smallest.title == "Five"
    )
    #expect(year.length.exclusions == [Exclusion("no page count", 1)])
    #expect(year.speed.value?.smallest.title == "Three" && year.speed.value?.largest.title == "One")
    #expect(year.speed.count == 3 && year.speed.excluded == 2)
    #expect(year.pages.value == 2_200 && year.pages.count == 4)
  }

  @Test func `round ratings to the nearest star, halves up`() {
    let ratings: [Int64?] = [1, 4, 5, 6, 10, 18, 20, nil]
    let year = FinishedBooks(ratings.map { book("A", rating: $0, nil, "2026-01-01") }, year: 2026)
    #expect(year.ratings.value?.stars == [3, 1, 1, 0, 2])
    #expect(year.ratings.value?.averageHundredths == 228)  // 64 quarters over 7
    #expect(year.ratings.exclusions == [Exclusion("no rating", 1)])
  }

  // D55
  @Test func `are empty without an error if there are none`() {
    let none = FinishedBooks([], year: 2026)
    #expect(none.books.value == 0 && none.byMonth.value?.count == 12)
    #expect(none.ratings.value == nil && none.length.value == nil && none.pages.value == nil)
  }

  // D52
  @Test(arguments: SeededGenerator.seeds)
  func `equal a count one by one`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let books = (0..<Int.random(in: 0...30, using: &random)).map { number in
        let day = LocalDay(number: .random(in: 20_000...20_700, using: &random))
        let texts = [nil, String(day.text.prefix(4)), String(day.text.prefix(7)), day.text]
        return book(
          "\(number)",
          pages: Bool.random(using: &random) ? .random(in: 1...900, using: &random) : nil,
          rating: Bool.random(using: &random) ? .random(in: 1...20, using: &random) : nil,
          (day - .random(in: 0...90, using: &random)).text,
          texts[Int.random(in: 0..<4, using: &random)]
        )
      }
      let year = FinishedBooks(books, year: 2025)
      let own = books.filter { $0.year == 2025 }
      #expect(year.books.value == own.count)
      #expect(year.books.excluded == books.filter { $0.year == nil }.count)
      for month in 1...12 {
        #expect(year.byMonth.value?[month - 1] == own.filter { $0.month == Int32(month) }.count)
      }
      #expect(year.pages.value ?? 0 == own.compactMap(\.pages).reduce(0, +))
      #expect(year.length.value?.largest.pages == own.compactMap(\.pages).max())
      #expect(year.length.value?.smallest.pages == own.compactMap(\.pages).min())
      #expect(year.speed.value?.smallest.days == own.compactMap(\.days).min())
      #expect(year.speed.value?.largest.days == own.compactMap(\.days).max())
      let stars = year.ratings.value?.stars ?? []
      #expect(stars.reduce(0, +) == own.filter { $0.rating != nil }.count)
    }
  }
}

@Suite struct `Moods, pauses and places` {
  @Test(arguments: SeededGenerator.seeds)
  func `are means over sessions with both moods, with the rest as excluded`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let pairs = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        let moods = (0..<2).map { _ in
          Bool.random(using: &random) ? Int64.random(in: 1...5, using: &random) : nil
        }
        return MoodPair(moods[0], moods[1])
      }
      let figure = moods(
        pairs.filter { $0.before != nil || $0.after != nil }.map {
          TagTotal(value: $0.text, time: .minutes(1), times: 1)
        },
        sessions: pairs.count
      )
      let both = pairs.filter { $0.before != nil && $0.after != nil }
      #expect(figure.count == both.count && figure.count + figure.excluded == pairs.count)
      guard let value = figure.value else { continue }
      let count = Int64(both.count)
      #expect(value.beforeHundredths == both.reduce(0) { $0 + ($1.before ?? 0) } * 100 / count)
      #expect(value.afterHundredths == both.reduce(0) { $0 + ($1.after ?? 0) } * 100 / count)
    }
  }

  @Test func `measure the uninterrupted share of a session`() {
    let reasons = [
      TagTotal(value: "phone", time: .minutes(15), times: 2),
      TagTotal(value: "", time: .minutes(5), times: 1),
    ]
    let figure = interruptions(reasons, sessions: 4, time: .minutes(60))
    #expect(figure.value?.pauses == 3 && figure.value?.time == .minutes(20))
    #expect(figure.value?.focusHundredths == 7_500)
    #expect(interruptions([], sessions: 0, time: .zero).value == nil)
    #expect(interruptions([], sessions: 1, time: .zero).value?.focusHundredths == nil)
  }

  @Test func `exclude sessions without a place`() {
    let figure = places([TagTotal(value: "train", time: .hours(1), times: 2)], sessions: 5)
    #expect(figure.count == 2 && figure.exclusions == [Exclusion("no place", 3)])
    #expect(places([], sessions: 5).value == nil)
  }
}

@Suite struct `The insights` {
  @Test func `have unique names and a definition of one sentence`() {
    #expect(Set(Insight.all.map(\.name)).count == Insight.all.count)
    for insight in Insight.all {
      #expect(insight.definition.hasSuffix(".") && insight.definition.count < 220)
    }
  }
}
