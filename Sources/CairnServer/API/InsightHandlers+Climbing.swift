import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

// What climbing adds up to, as numbers.

extension InsightHandlers {
  static let climbing = Endpoint(
    "What climbing adds up to: grades, rates, volume, tags, days, readiness and streak.",
    query: Span.members + [
      Member("by", .choice(["week", "month", "year"]), "how days are gathered; what fits them")
    ],
    gives: .json(.climbingInsights)
  ) { visit in
    let span = try await visit.span()
    let by = visit.query.text("by")
    let cadence = Cadence.all.first { $0.noun == by }
    return HTTPResponse(try await ClimbingInsights(span, by: cadence, visit.log).json(span.name))
  }

  static let pyramid = Endpoint(
    "How often each grade was climbed and sent, of each discipline in each scale.",
    query: Span.members + [
      Member("discipline", .choice(Discipline.all.map(\.name)), "only of this discipline"),
      Member("scale", .choice(GradeScale.all.map(\.name)), "only in this scale"),
    ],
    gives: .json(["convention": .words, "pyramids": .list(.pyramid)])
  ) { visit in
    let discipline = visit.query.text("discipline").flatMap { Discipline(name: $0) }
    let scale = visit.query.text("scale").flatMap { GradeScale(name: $0) }
    let insights = try await ClimbingInsights(visit.span(), visit.log)
    let pyramids = insights.ladders.map(\.pyramid).filter { one in
      (discipline == nil || one.ladder.discipline == discipline)
        && (scale == nil || one.ladder.scale == scale)
    }
    return HTTPResponse(ClimbingInsights.pyramidsJSON(pyramids))
  }
}
