import Cairn
import CairnInsights
package import CairnReports

extension Statistics: JSONModel {
  package static let fields = JSONFields<Statistics>(
    named: "Statistics",
    [
      .init("period", \.span.name),
      .init("active_seconds", \.totals.time),
      .init("non_overlapping_seconds") { $0.netTime?.time },
      .init("active_days", \.totals.activeDays),
      .init("sessions", \.totals.sessions),
      .init("pages", \.pages),
      .init("definition") { _ in Totals.definition },
      .init("non_overlapping_definition") { _ in Insight.netTime.definition },
      .pace("pages_per_hour", \.pace),
      .init("from") { $0.span.days?.lowerBound },
      .init("to") { $0.span.days?.upperBound },
      .object("average_day", orNull: { $0.averages.first?.average }, averageFields),
      .object("average_week", orNull: { $0.averages.last?.average }, averageFields),
      .figure("mood", \.moods, moodFields),
      .figure("interruptions", \.interruptions, interruptionFields),
      .figure("places", \.places, [.init("places") { $0.value ?? [] }]),
      .list("bars", \.kindBars, barFields),
    ]
  )

  private typealias KindBars = (kind: String, by: String, times: [Milliseconds])

  private var kindBars: [KindBars] {
    guard let bars else { return [] }
    return bars.kinds.map { ($0.module.kind.name, bars.cadence.noun, $0.times) }
  }

  private static let barFields: JSONFields<KindBars> = [
    .init("kind") { $0.kind },
    .init("by") { $0.by },
    .init("seconds") { $0.times },
  ]

  private static let moodFields: [JSONField<Figure<Moods>>] = [
    .init("before_hundredths") { $0.value?.beforeHundredths },
    .init("after_hundredths") { $0.value?.afterHundredths },
  ]

  private static let interruptionFields: [JSONField<Figure<Interruptions>>] = [
    .init("pauses") { $0.value?.pauses },
    .init("paused_seconds") { $0.value?.time },
    .init("focus_hundredths") { $0.value?.focusHundredths },
    .init("reasons") { $0.value?.reasons ?? [] },
  ]
}
