import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The streak beside the last seven days, as stacked bars by kind.
struct WeekCard {
  let streak: Streak
  let days: KindDays
  let today: LocalDay

  var html: HTML {
    """
    <section class="card streak" aria-labelledby="streak">
    <h2 id="streak"><a class="whole" href="/history/calendar">Streak</a></h2>
    <p class="lead">\(streak.current)<small>\(streak.current == 1 ? unit : unit + "s")</small></p>
    \(fragment: bars)
    <p class="quiet">\(words)</p></section>
    """
  }

  private var unit: String { streak.rule.cadence.noun }

  private var words: String {
    let isAtRisk = streak.current > 0 && streak.isOpen
    let period = unit == Cadence.daily.noun ? "today" : "this \(unit)"
    return isAtRisk ? "Log a session \(period) to keep it." : "Longest: \(streak.longest)."
  }

  private var week: [LocalDay] { (0..<7).map { today - 6 + Int32($0) } }

  private var bars: HTML {
    """
    <svg class="week" viewBox="0 0 2100 1600" role="img" aria-label="\(label)">\
    \(fragment: HTML(week.enumerated().map(column)))</svg>
    """
  }

  private var label: String {
    let texts = week.map { "\(CalendarText.weekday($0)) \(time(nil, $0).hoursAndMinutes)" }
    return "The last seven days: \(texts.joined(separator: ", "))"
  }

  private func column(_ index: Int, _ day: LocalDay) -> HTML {
    let most = week.map { time(nil, $0) }.max() ?? .zero
    return StackedBar(days.kinds.map { (kind: $0.kind, time: time($0.kind, day)) }, most: most)
      .html(at: 60 + index * 300, String(CalendarText.weekday(day).prefix(1)), isNow: day == today)
  }

  private func time(_ kind: SessionKind?, _ day: LocalDay) -> Milliseconds {
    days.time(kind, in: day...day)
  }
}

/// The time of each kind as bars, one on another, above a letter; 1,600 units high, 180 wide.
struct StackedBar {
  private let parts: [(kind: SessionKind, time: Milliseconds)]
  private let most: Milliseconds

  /// Creates a bar of the parts, which is full at the time `most`.
  init(_ parts: [(kind: SessionKind, time: Milliseconds)], most: Milliseconds) {
    (self.parts, self.most) = (parts, most)
  }

  func html(at left: Int, _ letter: String, isNow: Bool) -> HTML {
    """
    \(fragment: HTML(bars(left)))\
    <text class="\(isNow ? "now" : "")" x="\(left + 90)" y="1570" text-anchor="middle">\(letter)</text>
    """
  }

  private func bars(_ left: Int) -> [HTML] {
    var base: Int64 = 1_420
    return parts.compactMap { kind, time in
      let height = proportion(time.count, 1_320, max(most.count, 1))
      guard height > 0 else { return nil }
      base -= max(height, 24)
      defer { base -= 20 }
      return """
        <rect class="\(Hue(kind).name)" x="\(left)" y="\(base)" width="180" height="\(max(height, 24))" rx="45"/>
        """
    }
  }
}
