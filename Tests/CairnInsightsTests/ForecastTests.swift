import Cairn
import CairnInsights
import CairnTestKit
import Testing

@Suite struct `A forecast` {
  private let today = LocalDay(number: 20_517)

  private func sums(_ pages: Int64, _ minutes: Int64, _ counted: Int = 1) -> PaceSums {
    PaceSums(pages: pages, time: .minutes(minutes), counted: counted, excluded: 0)
  }

  private func read(_ daysAgo: Int32, pages: Int64, minutes: Int64) -> BookProgress.Day {
    BookProgress.Day(day: today - daysAgo, pages: pages, pace: sums(pages, minutes))
  }

  private func book(_ page: Int64?, _ days: [BookProgress.Day], of pages: Int64? = 300)
    -> BookProgress
  {
    BookProgress(
      pages: pages,
      page: page,
      pace: PaceSums.sum(days.map(\.pace)),
      days: days
    )
  }

  @Test func `divides what is left by the pace of the book`() {
    let days = [
      read(2, pages: 30, minutes: 60), read(1, pages: 30, minutes: 30),
      read(0, pages: 30, minutes: 60),
    ]
    let forecast = Forecast(book(90, days), today: today)
    #expect(forecast.timeLeft.value?.value == .minutes(350))
    #expect(forecast.timeLeft.count == 3)
    #expect(forecast.finish.value?.value == today + 7)
  }

  @Test func `divides percentages as it divides pages`() {
    let days = [
      read(2, pages: 1_000, minutes: 60), read(1, pages: 1_000, minutes: 30),
      read(0, pages: 1_000, minutes: 60),
    ]
    var half = book(5_000, days, of: 10_000)
    half.unit = .percent
    let forecast = Forecast(half, today: today)
    #expect(forecast.timeLeft.value?.value == .minutes(250))
    #expect(forecast.finish.value?.value == today + 5)
    #expect(half.pagesLeft == nil && half.hundredthsLeft == 5_000)
  }

  @Test func `ranges from the better to the worse days`() throws {
    let days = (0..<8).map { read(Int32($0), pages: 10 + Int64($0) * 10, minutes: 60) }
    let forecast = Forecast(book(0, days), today: today)
    let finish = try #require(forecast.finish.value)
    #expect(finish.value == today + 7)  // 360 pages on 8 days
    #expect(finish.range == (today + 5)...(today + 15))  // from 70 to 20 pages a day
    let time = try #require(forecast.timeLeft.value)
    #expect(time.range.map { $0.lowerBound < time.value && time.value < $0.upperBound } == true)
  }

  @Test func `counts the days without reading`() {
    let days = [
      read(9, pages: 30, minutes: 60), read(5, pages: 30, minutes: 60),
      read(0, pages: 30, minutes: 60),
    ]
    let finish = Forecast(book(100, days), today: today).finish.value
    #expect(finish?.value == today + 23)  // 200 pages at 90 pages in 10 days
  }

  @Test func `reports what it lacks`() {
    let two = [read(1, pages: 30, minutes: 60), read(0, pages: 30, minutes: 60)]
    let few = Forecast(book(60, two), today: today)
    #expect(few.timeLeft.value == nil && few.finish.value == nil)
    #expect(few.timeLeft.missing == "2 of the 3 sessions needed, with pages and time")
    #expect(few.finish.missing == few.timeLeft.missing)
    let three = two + [read(2, pages: 30, minutes: 60)]
    #expect(
      Forecast(book(nil, three), today: today).finish.missing?.contains("your current page") == true
    )
    let unknown = Forecast(book(60, three, of: nil), today: today)
    #expect(unknown.timeLeft.missing?.contains("page count") == true)
    #expect(Forecast(book(60, three), today: today).timeLeft.missing == nil)
  }

  @Test func `is nil for a book that would take longer than ten years`() {
    let days = (0..<3).map { read(28 * $0, pages: 1, minutes: 60) }
    let forecast = Forecast(book(3, days), today: today)
    #expect(forecast.finish.value == nil && forecast.timeLeft.value != nil)
    #expect(forecast.finish.missing?.contains("ten years") == true)
  }

  @Test func `is nil at the last page`() {
    let days = (0..<3).map { read($0, pages: 100, minutes: 60) }
    let forecast = Forecast(book(300, days), today: today)
    #expect(forecast.timeLeft.value == nil && forecast.finish.value == nil)
    #expect(forecast.finish.missing == "you are on the last page")
  }

  @Test func `counts only days after a break of more than four weeks`() {
    let late = (0..<3).map { read($0, pages: 10, minutes: 60) }
    let finish = Forecast(book(150, late + [read(31, pages: 120, minutes: 60)]), today: today)
      .finish
    #expect(finish.value?.value == today + 15)
    #expect(finish.count == 3 && finish.exclusions == [Exclusion("longer ago", 1)])
    let near = Forecast(book(150, late + [read(30, pages: 32, minutes: 60)]), today: today).finish
    #expect(near.value?.value == today + 75)  // 62 pages in 31 days
  }

  @Test func `has no date during a long break, nor soon after`() {
    let days = (0..<5).map { read(90 + $0, pages: 10, minutes: 60) }
    let within = Forecast(book(50, days), today: today)
    #expect(within.finish.missing == "nothing was read in the last four weeks")
    #expect(within.timeLeft.value?.value == .minutes(1_500))
    let after = Forecast(book(60, days + [read(0, pages: 10, minutes: 60)]), today: today)
    #expect(
      after.finish.missing == "1 of the 3 sessions needed after a four-week break"
    )
  }

  @Test(arguments: SeededGenerator.seeds)
  func `is within its range, and equals a count day by day`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var ago = Int32.random(in: 0...5, using: &random)
      let days = (0..<Int.random(in: 3...20, using: &random)).map { _ in
        ago += Int32.random(in: 1...4, using: &random)
        return read(
          ago,
          pages: .random(in: 1...60, using: &random),
          minutes: .random(in: 5...120, using: &random)
        )
      }
      let page = Int64.random(in: 0..<300, using: &random)
      let forecast = Forecast(book(page, days.shuffled(using: &random)), today: today)
      let time = try #require(forecast.timeLeft.value)
      let finish = try #require(forecast.finish.value)
      #expect(
        time.range?.contains(time.value) == true && finish.range?.contains(finish.value) == true
      )
      let late = days.prefix(14)
      let pages = late.reduce(0) { $0 + $1.pages }
      let span = Int64(today - (late.last?.day ?? today)) + 1
      var (day, done): (Int32, Int64) = (0, 0)
      while done < (300 - page) * span {
        day += 1
        done += pages
      }
      #expect(finish.value == today + day, "seed \(seed)")
      let all = PaceSums.sum(days.map(\.pace))
      #expect(time.value.count == (300 - page) * all.time.count / all.pages)
    }
  }
}
