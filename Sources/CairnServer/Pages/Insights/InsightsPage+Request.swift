import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension InsightsPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["year", "measure", "done"])
    let (log, requestedYear) = (context.log, try context.number("year", in: 1_970...2_100))
    let measure = try context.chosenMeasure()
    let frame = try await PageFrame(context)
    let today = try await context.today()
    let activity = try await log.activity(nil, until: today)
    let review = try await YearInReview(requestedYear.map(Int32.init) ?? today.year, today, log)
    self.init(
      frame: frame,
      measure: measure,
      activity: activity,
      review: review,
      kinds: try await Breakdown.kinds(review.statistics.span, log),
      streak: try await log.streak(activity, today: today, zone: context.zone),
      goals: try await Goals(of: log),
      restDays: Set(try await log.restDays()),
      paces: try await Paces(nil, today, log),
      weekStart: try await log.weekStart()
    )
  }
}

extension ClimbingInsightsPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["period", "from", "to", "by", "done"])
    let frame = try await PageFrame(context)
    let span = try await context.climbingSpan()
    let by = context.target.query["by"].flatMap { $0.isEmpty ? nil : $0 }
    if let by, !Self.cadences.contains(by) {
      throw CairnError.field("by", "takes \(Self.cadences.joined(separator: ", "))")
    }
    let cadence = by.flatMap { by in Cadence.all.first { $0.noun == by } }
    let insights = try await ClimbingInsights(span, by: cadence, context.log)
    self.init(frame: frame, period: span.name, by: cadence, insights: insights)
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
