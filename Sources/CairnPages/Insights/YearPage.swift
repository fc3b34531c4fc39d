import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// A year in review: one card after another, each as high as the screen, each number leading to its figures.
package struct YearPage {
  private let frame: PageFrame
  private let insights: PeriodInsights
  private let covers: [EntryRow]
  private let mostRead: (book: EntryRow, total: BookTotalRow)?
  private let mostHeard: StoryTotalRow?
  private let climbing: ClimbingInsights?

  /// The number of finished books with a cover.
  package static let mostCovers = 12

  /// Creates the page of a yearly period over all activities.
  package init(
    frame: PageFrame,
    insights: PeriodInsights,
    covers: [EntryRow],
    mostRead: (book: EntryRow, total: BookTotalRow)?,
    mostHeard: StoryTotalRow?,
    climbing: ClimbingInsights?
  ) {
    (self.frame, self.insights, self.covers) = (frame, insights, covers)
    (self.mostRead, self.mostHeard, self.climbing) = (mostRead, mostHeard, climbing)
  }

  private var period: InsightPeriod { insights.period }
  private var title: String { "Your \(period.days.lowerBound.year)" }

  package var html: HTML {
    frame.page(
      title,
      in: .insights,
      isBare: true,
      """
      <div class="stories"><header><h1>\(title)</h1>
      <a class="round" href="\(period.path(nil))" aria-label="Close">\(fragment: Icon.cross.html)</a></header>
      \(fragment: HTML(cards.enumerated().map { $1.html($0, of: cards.count) }))</div>
      """
    )
  }

  private var cards: [YearCard] {
    guard !insights.isEmpty else { return [nothing] }
    return [first, finished, ofTheYear, listening, sends, weekdays, days].compactMap { $0 }
  }

  private var nothing: YearCard {
    YearCard("Nothing yet", "No sessions in \(period.days.lowerBound.year).", period.path(nil))
  }

  private var first: YearCard {
    let scene = YearScene(days: insights.days, year: period.days)
    let (time, sessions) = (insights.totals.time, insights.totals.sessions)
    let hours = time.count / 3_600_000
    var card = YearCard(
      "\(hours > 0 ? counted(hours, "hour") : time.hoursAndMinutes), stone by stone",
      "\(counted(sessions, "session")), \(scene.stoneWords). \(scene.longestWords)",
      period.path(nil)
    )
    (card.picture, card.isScene) = (scene.html, true)
    return card
  }

  private var finished: YearCard? {
    let pages = insights.days.totals(Reading.kind, in: period.days).amount
    guard !insights.finished.isEmpty || pages > 0 else { return nil }
    let count = insights.finished.count
    var card = YearCard(
      count > 0 ? "\(counted(count, "book")) finished" : counted(pages, "page"),
      (count > 0 ? "\(grouped(pages)) \(pages == 1 ? "page" : "pages") and " : "")
        + "\(time(Reading.kind)) of reading.",
      period.path(Reading.kind)
    )
    card.hue = .reading
    card.picture = covers.isEmpty ? nil : wall
    return card
  }

  private var wall: HTML {
    let all = covers.map { book -> HTML in
      "<li class=\"cover\">\(fragment: GeneratedCover(book).large)</li>"
    }
    return "<ul class=\"wall\" aria-label=\"Covers\">\(fragment: HTML(all))</ul>"
  }

  private var ofTheYear: YearCard? {
    guard let mostRead else { return nil }
    let sums = mostRead.total.sums
    var card = YearCard(
      mostRead.book.title,
      "Your book of the year: \(sums.time.hoursAndMinutes)\(sums.sessions > 0 ? " in \(counted(sums.sessions, "session"))" : "").",
      mostRead.book.path
    )
    card.hue = .reading
    card.picture =
      "<span class=\"cover alone\">\(fragment: GeneratedCover(mostRead.book).large)</span>"
    return card
  }

  private var listening: YearCard? {
    guard let mostHeard else { return nil }
    var card = YearCard(
      "\(time(Listening.kind)) of listening",
      "The longest: “\(mostHeard.title ?? "a story")”, \(mostHeard.sums.time.hoursAndMinutes).",
      period.path(Listening.kind)
    )
    card.hue = .listening
    card.picture = YearBars(days: insights.days, year: period.days, kind: Listening.kind).html
    return card
  }

  private var sends: YearCard? {
    let own = insights.days.totals(Climbing.kind, in: period.days)
    let climbs = climbing?.overview.climbs ?? 0
    guard own.time > .zero || climbs > 0 else { return nil }
    let days = "\(own.time.hoursAndMinutes) on \(counted(own.activeDays, "day"))."
    var card = YearCard(
      climbs > 0 ? "\(counted(climbing?.overview.sent ?? 0, "climb")) sent" : "At the wall",
      climbs > 0 ? "Of \(counted(climbs, "climb")), in \(days)\(hardest)" : days,
      period.path(Climbing.kind)
    )
    card.hue = .climbing
    card.picture = YearBars(days: insights.days, year: period.days, kind: Climbing.kind).html
    return card
  }

  /// The sentence `The hardest: V6 (bouldering, V scale)`; empty without a send.
  private var hardest: String {
    let sends = (climbing?.ladders ?? []).compactMap { one in
      one.hardest.value.map { "\($0.grade.text) (\(one.ladder.title))" }
    }
    return sends.isEmpty ? "" : " The hardest: \(sends.joined(separator: ", "))."
  }

  private var weekdays: YearCard? {
    guard insights.totals.activeDays >= 7 else { return nil }
    let bars = WeekdayBars(days: insights.days, year: period.days)
    var card = YearCard("Mostly on \(bars.most)s", bars.words, period.path(nil))
    card.picture = bars.html
    return card
  }

  private var days: YearCard? {
    let active = insights.days.all.filter { period.days.contains($0.day) && $0.time > .zero }
    guard let longest = active.max(by: { $0.time < $1.time }) else { return nil }
    let run = Self.run(active.map { $0.day })
    var card = YearCard(
      counted(active.count, "day"),
      (run > 1 ? "At most \(run) of them in a row. " : "")
        + "The longest was \(CalendarText.short(longest.day)), with \(longest.time.hoursAndMinutes).",
      "/history?day=\(longest.day.text)"
    )
    card.picture = YearDots(days: insights.days, year: period.days).html
    return card
  }

  /// Returns the length of the longest run of ascending days.
  private static func run(_ days: [LocalDay]) -> Int {
    var (longest, length) = (0, 0)
    for (index, day) in days.enumerated() {
      length = index > 0 && days[index - 1] + 1 == day ? length + 1 : 1
      longest = max(longest, length)
    }
    return longest
  }

  private func time(_ kind: SessionKind) -> String {
    insights.days.time(kind, in: period.days).hoursAndMinutes
  }
}

/// A card of the year in review.
struct YearCard {
  private let title: String
  private let words: String
  /// The page with the figures behind it.
  private let path: String
  var hue = Hue.other
  var picture: HTML?
  /// Whether the picture fills the card behind the words.
  var isScene = false

  init(_ title: String, _ words: String, _ path: String) {
    (self.title, self.words, self.path) = (title, words, path)
  }

  func html(_ index: Int, of count: Int) -> HTML {
    """
    <section class="story \(hue.name)\(isScene ? " scene" : "")" id="card-\(index + 1)" aria-labelledby="story-\(index + 1)">
    <div><h2 id="story-\(index + 1)"><bdi>\(title)</bdi></h2><p>\(words)</p></div>
    \(fragment: picture)
    <p class="actions"><a class="button" href="\(path)">Figures</a>
    \(fragment: link(after: index, of: count))</p></section>
    """
  }

  private func link(after index: Int, of count: Int) -> HTML? {
    guard count > 1 else { return nil }
    let (path, words) = index + 1 < count ? ("#card-\(index + 2)", "Next") : ("#card-1", "Again")
    return "<a class=\"button\" href=\"\(path)\">\(words)</a>"
  }
}
