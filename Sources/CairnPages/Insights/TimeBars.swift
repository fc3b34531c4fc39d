import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The time of each part of a period as stacked bars: reading below, listening, climbing on top.
///
/// A bar is a link: a year leads to its months, a month to its days, a day to its sessions. Across, the drawing is in
/// percent, so that one drawing with letters of one size fits every window.
struct TimeBars {
  let insights: PeriodInsights
  let modules: [KindModule]
  private let bars: [Bar]
  private let scale: TimeScale

  /// A part of the period, with the time of each kind.
  private struct Bar {
    let part: InsightPeriod
    let times: [Milliseconds]

    var time: Milliseconds { times.reduce(.zero, +) }
  }

  init(insights: PeriodInsights, modules: [KindModule]) {
    (self.insights, self.modules) = (insights, modules)
    bars = insights.period.parts.map { part in
      Bar(part: part, times: insights.kinds.map { insights.days.time($0, in: part.days) })
    }
    scale = TimeScale(upTo: bars.map { $0.time.wholeMinutes }.max() ?? 0)
  }

  private var period: InsightPeriod { insights.period }
  private var title: String { "Time by \(period.part.noun)" }

  var html: HTML {
    FigureCard(
      title: title,
      id: "time",
      definition: definition,
      table: table,
      figure: """
        <div class="stacks">
        \(fragment: axis)
        <svg class="marks" height="\(Self.height)" role="group" aria-label="\(title), \(period.title)">
        \(fragment: lines)
        \(fragment: HTML(bars.enumerated().map { bar($1, $0) }))</svg></div>
        \(fragment: best)
        """
    ).html
  }

  private var definition: [String] {
    guard average != nil else { return [Insight.time.definition] }
    return [Insight.time.definition, "The dashed line is the average.", Insight.average.definition]
  }

  /// The average of several parts; that of one would be the bar itself.
  private var average: Milliseconds? {
    bars.count { $0.time > .zero } > 1 ? insights.average.value?.time : nil
  }

  private var best: HTML? {
    guard bars.count > 1, let best = bars.max(by: { $0.time < $1.time }), best.time > .zero else {
      return nil
    }
    return """
      <p class="quiet">Best \(period.part.noun): <a href="\(best.part.drillDownPath(insights.kind))">\
      \(best.part.name(in: period))</a>, \(best.time.length)\
      \(average.map { ". Average: \($0.length)" } ?? "")</p>
      """
  }
}

extension TimeBars {
  private static let height: Int64 = 176
  private static let top: Int64 = 14
  private static let bottom: Int64 = 150
  /// With fewer parts, bars would be blocks.
  private static let fewest = 7

  /// Returns the y coordinate of a time.
  private func y(_ time: Milliseconds) -> Int64 {
    Self.bottom - proportion(Self.bottom - Self.top, time.count, scale.top * 60_000)
  }

  /// Returns the x coordinate of a fraction of a bar's place, in hundredths of a percent.
  private func x(_ index: Int, _ hundredths: Int) -> Int64 {
    Int64((index * 100 + hundredths) * 100 / max(Self.fewest, bars.count))
  }

  private var axis: HTML {
    let labels = scale.ticks.map { tick -> HTML in
      """
      <text x="38" y="\(y(.minutes(tick)) + 4)" text-anchor="end">\(tick == 0 ? "0" : Measure.minutes.brief(tick))</text>
      """
    }
    return
      "<svg class=\"marks\" width=\"42\" height=\"\(Self.height)\" aria-hidden=\"true\">\(fragment: HTML(labels))</svg>"
  }

  private var lines: HTML {
    let grid = scale.ticks.map { line(y(.minutes($0)), "line") }
    return HTML(grid + (average.map { [line(y($0), "line mean")] } ?? []))
  }

  private func line(_ y: Int64, _ name: String) -> HTML {
    "<line class=\"\(name)\" x1=\"0\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>\n"
  }

  private func bar(_ bar: Bar, _ index: Int) -> HTML {
    let name = isNamed(index) ? label(bar, index) : nil
    let now = bar.part.isCurrent ? place(index, "now") : nil
    guard bar.time > .zero else { return HTML([now, name].compactMap { $0 }) }
    return """
      \(fragment: now)<a href="\(bar.part.drillDownPath(insights.kind))" aria-label="\(spoken(bar))">\
      \(fragment: place(index, "hit"))\(fragment: stack(bar, index))</a>\(fragment: name)

      """
  }

  /// The full height of a bar's place.
  private func place(_ index: Int, _ name: String) -> HTML {
    """
    <rect class="\(name)" x="\(x(index, 0).hundredthsText)%" y="0" \
    width="\((x(index, 100) - x(index, 0)).hundredthsText)%" height="\(Self.height)"/>
    """
  }

  private func stack(_ bar: Bar, _ index: Int) -> HTML {
    var below = Milliseconds.zero
    return HTML(
      zip(insights.kinds, bar.times).filter { $1 > .zero }.map { kind, time in
        let (base, above) = (y(below), y(below + time))
        below += time
        return mark(kind, index, above, max(1, base - above - 1))
      }
    )
  }

  private func mark(_ kind: SessionKind, _ index: Int, _ y: Int64, _ height: Int64) -> HTML {
    """
    <rect class="\(Hue.mark(kind))" x="\(x(index, 16).hundredthsText)%" y="\(y)" \
    width="\((x(index, 84) - x(index, 16)).hundredthsText)%" height="\(height)" rx="3"/>
    """
  }

  /// Every part of a week or year has its label, days of a month each seventh, and many years each tenth.
  private func isNamed(_ index: Int) -> Bool {
    guard bars.count > 12 else { return true }
    return period.part == .yearly
      ? bars[index].part.days.lowerBound.year % 10 == 0
      : index % 7 == 0
  }

  /// Whether a phone has no room for the label.
  private func isCrowded(_ index: Int) -> Bool {
    bars.count > 8 && bars.count <= 12 && index % 2 == 1
  }

  private func label(_ bar: Bar, _ index: Int) -> HTML {
    let day = bar.part.days.lowerBound
    let words =
      switch period.cadence {
      case .weekly: String(CalendarText.weekdays[Int(day.weekday) - 1].prefix(3))
      case .monthly: "\(day.civil.day)"
      case .yearly: CalendarText.month(day)
      default: "\(day.year)"
      }
    return """
      <text class="\(bar.part.isCurrent ? "today" : isCrowded(index) ? "odd" : "")" x="\(x(index, 50).hundredthsText)%" y="\(Self.height - 8)" \
      text-anchor="middle">\(words)</text>
      """
  }

  /// `Sat 21 Nov 2026: 3h, Reading 50m, Climbing 2h 10m`.
  private func spoken(_ bar: Bar) -> String {
    let parts = zip(insights.kinds, bar.times).filter { $1 > .zero }.map {
      "\(name($0)) \($1.length)"
    }
    let all = parts.count > 1 ? [bar.time.length] + parts : [bar.time.length]
    return "\(bar.part.name(in: nil)): \(all.joined(separator: ", "))"
  }

  private func name(_ kind: SessionKind) -> String {
    modules[kind]?.title ?? kind.name.capitalizedFirst
  }
}

extension TimeBars {
  private var table: HTML {
    let several = insights.kinds.count > 1
    let rows = bars.filter { $0.time > .zero || $0.part.days.lowerBound <= period.today }.map {
      bar in
      FigureTable.Row(
        name: bar.part.name(in: period),
        path: bar.time > .zero ? bar.part.drillDownPath(insights.kind) : nil,
        cells: cells(bar.times, several)
      )
    }
    let sums = insights.kinds.map { insights.days.time($0, in: period.days) }
    return FigureTable(
      caption: "\(title), \(period.title)",
      columns: [period.part.noun.capitalizedFirst] + insights.kinds.map(name)
        + (several ? ["All"] : []),
      rows: rows,
      total: FigureTable.Row(name: "Total", cells: cells(sums, several))
    ).html
  }

  private func cells(_ times: [Milliseconds], _ several: Bool) -> [String] {
    (times + (several ? [times.reduce(.zero, +)] : [])).map {
      $0 > .zero ? $0.hoursAndMinutes : "–"
    }
  }
}

extension InsightPeriod {
  /// Returns the name of a part: `Sat 21 Nov 2026`, without the year in a chart of one year.
  func name(in whole: InsightPeriod?) -> String {
    guard cadence == .daily else {
      let month = CalendarText.months[Int(days.lowerBound.civil.month) - 1]
      return whole != nil && cadence == .monthly ? month : title
    }
    return CalendarText.day(days.lowerBound, in: whole?.days.upperBound.year)
  }
}

/// The steps of an axis of time, in minutes: at most four, each of a length that is easily read.
struct TimeScale {
  private let step: Int64
  /// The last step, at or above the largest value.
  let top: Int64

  init(upTo minutes: Int64) {
    let steps: [Int64] = [
      5, 10, 15, 30, 60, 120, 180, 240, 300, 600, 1_200, 1_500, 3_000, 6_000, 15_000, 30_000,
    ]
    step = steps.first { $0 * 4 >= minutes } ?? (minutes / 4 + 60_000) / 60_000 * 60_000
    top = step * max(1, (minutes + step - 1) / step)
  }

  var ticks: [Int64] { (0...(top / step)).map { $0 * step } }
}
