import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

// Climbing statistics as JSON.

extension InsightHandlers {
  static let climbing = Endpoint(
    "Get climbing statistics: grades, rates, volume, tags, days, readiness and streak.",
    query: Span.members + [
      SchemaField(
        "by",
        .choice(["week", "month", "year"]),
        "the grouping of days; default by the length of the period"
      )
    ],
    gives: ClimbingReport.self
  ) { context in
    let span = try await context.span()
    let by = context.query.text("by")
    let cadence = Cadence.all.first { $0.noun == by }
    let insights = try await ClimbingInsights(span, by: cadence, context.log)
    return ClimbingReport(insights, span.name)
  }

  static let pyramid = Endpoint(
    "Get the climbs and sends per grade, for each discipline and scale.",
    query: Span.members + [
      SchemaField("discipline", Discipline.schema, "only this discipline"),
      SchemaField("scale", GradeScale.schema, "only this scale"),
    ],
    gives: GradePyramid.listFields
  ) { context in
    let discipline = context.query.text("discipline").flatMap { Discipline(name: $0) }
    let scale = context.query.text("scale").flatMap { GradeScale(name: $0) }
    let insights = try await ClimbingInsights(context.span(), context.log)
    let pyramids = insights.ladders.map(\.pyramid).filter { one in
      (discipline == nil || one.ladder.discipline == discipline)
        && (scale == nil || one.ladder.scale == scale)
    }
    return pyramids
  }
}
