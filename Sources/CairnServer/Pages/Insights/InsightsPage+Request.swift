import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension InsightsPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["period", "at", "activity", "year", "measure", "done"])
    _ = try context.chosenMeasure()
    let (log, today) = (context.log, try await context.today())
    let frame = try await PageFrame(context)
    let kind = try context.kind("activity")
    let (cadence, day) = try context.insightPeriod(today)
    let insights = try await PeriodInsights(
      cadence,
      of: day,
      kind,
      today: today,
      zone: context.zone,
      log
    )
    self.init(
      frame: frame,
      insights: insights,
      modules: log.modules,
      details: insights.isEmpty ? Details() : try await Details(insights, log)
    )
  }
}

extension YearPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["year", "done"])
    let (log, today) = (context.log, try await context.today())
    let year = try context.number("year", in: 1_970...2_100) ?? Int(today.year)
    let day = LocalDay(year: Int32(year), month: 1, day: 1) ?? today
    let frame = try await PageFrame(context)
    let insights = try await PeriodInsights(
      .yearly,
      of: day,
      nil,
      today: today,
      zone: context.zone,
      log
    )
    let days = insights.period.days
    let finished = insights.finished.prefix(Self.mostCovers).map { $0.entry }
    let total = try await log.bookTotals(in: days).first
    let book = if let total { try await log.book(total.entry) } else { nil as EntryRow? }
    self.init(
      frame: frame,
      insights: insights,
      covers: try await log.books(finished),
      mostRead: total.flatMap { total in book.map { ($0, total) } },
      mostHeard: try await log.storyTotals(in: days).first,
      climbing: try await ClimbingInsights(insights.span, by: nil, log)
    )
  }
}

extension InsightsPage.Details {
  fileprivate init(_ insights: PeriodInsights, _ log: Log) async throws {
    let (kind, span) = (insights.kind, insights.span)
    let books = (kind ?? Reading.kind) == Reading.kind
    let shown = insights.finished.prefix(InsightsPage.mostCovers).map { $0.entry }
    self.init(
      covers: books ? try await log.books(shown) : [],
      mostRead: books
        ? Array(try await log.bookTotals(in: span.days).prefix(kind == nil ? 1 : 3)) : [],
      mostHeard: kind == Listening.kind
        ? Array(try await log.storyTotals(in: span.days).prefix(5)) : [],
      climbing: kind == Climbing.kind ? try await ClimbingInsights(span, by: nil, log) : nil
    )
  }
}

extension PeriodInsights {
  var span: Span {
    Span(name: period.name, days: period.cadence == nil ? nil : period.days, today: period.today)
  }
}

extension AuthenticatedContext {
  /// Returns the length of the period in the query and a day in it, by default this month; throws `request.field`.
  ///
  /// `year` alone, of an older address, is that year.
  fileprivate func insightPeriod(_ today: LocalDay) throws(CairnError) -> (Cadence?, LocalDay) {
    if let year = try number("year", in: 1_970...2_100) {
      return (.yearly, LocalDay(year: Int32(year), month: 1, day: 1) ?? today)
    }
    let names = InsightPeriod.cadences.map { $0.noun } + [InsightPeriod.allTime]
    let name = target.query["period"] ?? Cadence.monthly.noun
    guard names.contains(name) else {
      throw .field("period", "takes \(names.joined(separator: ", "))")
    }
    return (Cadence.all.first { $0.noun == name }, try insightDay() ?? today)
  }

  /// Returns the first day of the date in the query: `2026`, `2026-03` or `2026-03-05`.
  private func insightDay() throws(CairnError) -> LocalDay? {
    guard let text = target.query["at"] else { return nil }
    guard let date = PartialDay(text: text), (LocalDay.first...LocalDay.last).contains(date.first)
    else { throw .field("at", "takes a year, a month or a day such as 2026-03-05") }
    return date.first
  }
}

extension ClimbingInsightsPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["period", "from", "to", "by", "view", "done"])
    let frame = try await PageFrame(context)
    let span = try await context.climbingSpan()
    let by = context.target.query["by"].flatMap { $0.isEmpty ? nil : $0 }
    if let by, !Self.cadences.contains(by) {
      throw CairnError.field("by", "takes \(Self.cadences.joined(separator: ", "))")
    }
    let cadence = by.flatMap { by in Cadence.all.first { $0.noun == by } }
    let insights = try await ClimbingInsights(span, by: cadence, context.log)
    self.init(
      frame: frame,
      period: span.name,
      by: cadence,
      insights: insights,
      view: context.target.query["view"]
    )
  }
}

extension AuthenticatedContext {
  /// Returns the measure in the query, by default minutes; throws `request.field`.
  func chosenMeasure() throws(CairnError) -> Measure {
    guard let name = target.query["measure"] else { return .minutes }
    guard let measure = Measure(name: name) else {
      throw .field("measure", "takes \(Measure.all.map { $0.name }.joined(separator: ", "))")
    }
    return measure
  }

  /// Returns the period of a climbing page, by default this year; throws `request.field`.
  fileprivate func climbingSpan() async throws -> Span {
    let today = try await today()
    if let days = try requestedDays() {
      let name = "\(days.lowerBound.text)/\(days.upperBound.text)"
      return Span(name: name, days: days, today: today)
    }
    let word = try period(ClimbingInsightsPage.periods, else: "year")
    return try await Span(word, today: today, log)
  }

  /// Returns the name of a period in the query; throws `request.field`.
  func period(_ all: [(name: String, words: String)], else standard: String) throws(CairnError)
    -> String
  {
    let word = target.query["period"] ?? standard
    guard all.contains(where: { $0.name == word }) else {
      throw .field("period", "takes \(all.map(\.name).joined(separator: ", "))")
    }
    return word
  }
}

extension Span {
  /// Creates the current period of a cadence by its noun, such as `year`; other names are all time.
  init(_ word: String, today: LocalDay, _ log: Log) async throws {
    let cadence = Cadence.all.first { $0.noun == word }
    let days = cadence?.period(of: today, try await log.weekStart())
    self.init(name: word, days: days, today: today)
  }
}
