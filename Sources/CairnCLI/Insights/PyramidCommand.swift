import Cairn
import CairnInsights
import CairnJSON
import CairnStore

extension Command<CommandContext> {
  static var pyramid: Command {
    Command(
      "pyramid",
      summary: "Show climbs and sends per grade.",
      discussion: """
        One pyramid per discipline and scale. \(GradePyramid.convention)
        """,
      examples: [
        Example("cairn pyramid", "all pyramids"),
        Example("cairn pyramid --discipline sport --year", "one discipline, this year"),
        Example("cairn pyramid --scale V --svg pyramid.svg", "as an SVG image"),
        Example("cairn pyramid --why", "the climbs behind it, and those excluded"),
      ],
      options: [.discipline, .gradeScale] + .period + [
        .flag("why", "List the climbs behind it, and those excluded."), .limit, .all, .table, .svg,
        .pixels, .list(["pyramids.rows", "climbs", "exclusions"]),
      ],
      action: { invocation, context in
        try await context.withLog { log in
          let span = try await context.span(invocation, in: log)
          let chosen = try ChosenLadders(invocation)
          guard !invocation.flag("why") else {
            return try await context.show(.pyramid, chosen, span, invocation, log)
          }
          let insights = try await ClimbingInsights(span, log)
          let pyramids = insights.ladders.map(\.pyramid).filter { chosen.has($0.ladder) }
          if context.wantsData, invocation.value("svg") == nil {
            context.output.print(data: GradePyramid.listFields, of: pyramids)
          } else {
            let names = Set(pyramids.map { "pyramid-\($0.ladder.key)" })
            let charts = insights.pyramids.filter { names.contains($0.name) }
            try context.show(charts, invocation)
            // Each pyramid reports the ungraded climbs of its own discipline.
            if chosen.areAll || pyramids.isEmpty {
              context.printText(insights.graded.exclusions)
            }
          }
          return pyramids.isEmpty ? .refused : .done
        }
      }
    )
  }
}

/// The disciplines and scales chosen with options.
struct ChosenLadders: Sendable {
  private let discipline: Discipline?
  private let scale: GradeScale?

  init(_ invocation: Invocation) throws(CairnError) {
    discipline = try invocation.choice("discipline", of: Discipline.self)
    scale = try invocation.choice("scale", of: GradeScale.self)
  }

  /// Whether there is no restriction.
  var areAll: Bool { discipline == nil && scale == nil }

  func has(_ ladder: Ladder) -> Bool { has(ladder.discipline, ladder.scale) }

  /// Returns whether climbs match; for climbs without a grade, only the discipline counts.
  func has(_ own: Discipline?, _ ownScale: GradeScale?) -> Bool {
    (discipline == nil || discipline == own)
      && (scale == nil || ownScale == nil || scale == ownScale)
  }
}

extension Option {
  static var gradeScale: Option {
    .value(
      "scale",
      "SCALE",
      "Only grades of this scale: \(GradeScale.all.map(\.name).joined(separator: ", ")).",
      completion: .values(GradeScale.all.map(\.name))
    )
  }
}
