package import Cairn
package import CairnInsights

/// The data of a share link: no notes, and titles only if the person allowed them.
package struct SharedListening: Sendable {
  let share: ListeningShare
  package let card: SharedCard
  package let titles: [String]

  /// Computes the data of a share from the figures until its last day; `stories` is the number of finished ones.
  package init(
    _ share: ListeningShare,
    _ summary: ListeningSummary,
    stories: Int,
    titles: [String],
    zone: ZoneRules
  ) {
    (self.share, self.titles) = (share, titles)
    card = Self.card(share, summary, stories, zone)
  }

  private static func card(
    _ share: ListeningShare,
    _ summary: ListeningSummary,
    _ stories: Int,
    _ zone: ZoneRules
  ) -> SharedCard {
    let inside = summary.days.filter { share.days.contains($0.day) }
    let activeDays = inside.count { $0.seconds > 0 }
    let all = inside.reduce(Int64(0)) { $0 + $1.seconds }
    let (streak, longest) = (summary.streak.current, summary.streak.longest)
    let reached = summary.reached.filter { share.days.contains(zone.day(at: $0.at)) }
    return SharedCard(
      days: share.days,
      figures: [
        ("\(stories)", stories == 1 ? "story finished" : "stories finished"),
        (Milliseconds.seconds(all).hoursAndMinutes, "listened"),
        ("\(activeDays)", activeDays == 1 ? "active day" : "active days"),
        ("\(streak)", "day streak, longest \(longest)"),
      ],
      chart: ListeningCharts.activity(inside, periods(share.days, summary)),
      lines: reached.map { "✓ \($0.milestone.text), \(CalendarText.day(zone.day(at: $0.at)))" }
    )
  }

  private static func periods(_ days: ClosedRange<LocalDay>, _ summary: ListeningSummary) -> Periods
  {
    let isShort = days.upperBound - days.lowerBound < 62
    return Periods(
      isShort ? .daily : nil,
      in: days,
      today: summary.today,
      weekStart: summary.weekStart
    )
  }
}
