import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// Twelve cairns on a slope, one for each month, with a stone for some sessions in the colour of their activity.
struct YearScene {
  private let days: KindDays
  private let year: ClosedRange<LocalDay>
  /// The number of sessions in a stone, so that the highest cairn has about twelve.
  private let sessionsPerStone: Int64

  init(days: KindDays, year: ClosedRange<LocalDay>) {
    (self.days, self.year) = (days, year)
    let most = year.months.map { days.totals(nil, in: $0).sessions }.max() ?? 0
    sessionsPerStone = max(1, (Int64(most) + 11) / 12)
  }

  /// `a stone for every eight`, `a stone for each`.
  var stoneWords: String {
    sessionsPerStone == 1 ? "a stone for each" : "a stone for every \(sessionsPerStone)"
  }

  /// The sentence `July stands tallest`.
  var longestWords: String {
    let most = year.months.max { kinds($0).count < kinds($1).count }
    return most.map { "\(CalendarText.months[Int($0.lowerBound.civil.month) - 1]) stands tallest." }
      ?? ""
  }

  var html: HTML {
    """
    <svg class="night" viewBox="0 0 3900 8440" preserveAspectRatio="xMidYMax slice" role="img" aria-label="\(label)">\
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#171432"/>\
    <stop offset=".4" stop-color="#3d2a63"/><stop offset=".66" stop-color="#b5576b"/>\
    <stop offset=".8" stop-color="#f0a36a"/></linearGradient></defs>\
    <path fill="url(#sky)" d="M0 0H3900V8440H0Z"/><circle class="moon" cx="960" cy="3500" r="380" fill="#f9dcae"/>\
    <path fill="#6d3a63" d="M0 8440V5100Q600 4300 1300 5000T2500 4900T3900 5000V8440Z"/>\
    <path fill="#191427" d="M0 8440V6600L3900 4560V8440Z"/>\(fragment: HTML(year.months.enumerated().map(cairn)))</svg>
    """
  }

  private var label: String {
    let all = year.months.enumerated().map { index, month in
      "\(CalendarText.months[index]) \(days.time(nil, in: month).hoursAndMinutes)"
    }
    return "A cairn for each month: \(all.joined(separator: ", "))"
  }

  private func cairn(_ index: Int, _ month: ClosedRange<LocalDay>) -> HTML {
    let centre = 270 + index * 305
    let ground = 6_600 - centre * 2_040 / 3_900
    return """
      \(fragment: HTML(stones(month, index, centre, ground + 40)))\
      <text x="\(centre)" y="\(ground + 210)" text-anchor="middle">\(String(CalendarText.months[index].prefix(1)))</text>
      """
  }

  /// Returns the kind of each stone of a month from the ground up, those of an activity together.
  private func kinds(_ month: ClosedRange<LocalDay>) -> [SessionKind] {
    days.kinds.flatMap { kind, _ in
      let count = Int64(days.totals(kind, in: month).sessions)
      return Array(repeating: kind, count: Int((count + sessionsPerStone - 1) / sessionsPerStone))
    }
  }

  /// Returns the stones of a month from the ground up.
  private func stones(
    _ month: ClosedRange<LocalDay>,
    _ index: Int,
    _ centre: Int,
    _ ground: Int
  ) -> [HTML] {
    kinds(month).enumerated().map { level, kind in
      let width = max(110, 250 - level * 11)
      return Stone(
        centre: centre,
        base: ground - level * 92,
        width: width,
        height: 96,
        seed: UInt32(index * 31 + level + 1)
      ).html("stone \(Hue(kind).name)")
    }
  }
}
