public import Cairn

/// The days of a month or year with their amounts; both calendar charts draw them.
public struct CalendarDays: Sendable, Equatable {
  /// The measure of the amounts.
  public let measure: Measure
  /// The days in order, without gaps.
  public let days: [Day]
  /// The total of all days; minutes are rounded once, not day by day.
  public let sum: Int64
  /// The steps between the shades.
  public let shades: Shades

  /// One day.
  public struct Day: Sendable, Equatable {
    /// The date.
    public let day: LocalDay
    /// The amount on this day.
    public let value: Int64
    /// The shade, from 0 for an empty day to 4.
    public let level: Int
    /// Whether the person marked it as a rest day.
    public let isRestDay: Bool
    /// Whether it is today.
    public let isToday: Bool
    /// Whether it is in the future.
    public let isFuture: Bool
  }

  /// Computes the amount of each day.
  public init(
    _ activity: Activity,
    _ measure: Measure,
    in days: ClosedRange<LocalDay>,
    restDays: Set<LocalDay>,
    today: LocalDay
  ) {
    let values = days.map { ($0, activity.amount(of: measure, in: $0...$0).value ?? 0) }
    let shades = Shades(measure, values.map { $0.1 })
    self.measure = measure
    self.shades = shades
    sum = activity.sum(of: measure, values.map { $0.1 }, in: days)
    self.days = values.map { day, value in
      Day(
        day: day,
        value: value,
        level: shades.level(value),
        isRestDay: restDays.contains(day),
        isToday: day == today,
        isFuture: day > today
      )
    }
  }

  /// The number of days with activity.
  public var active: Int { days.count { $0.value > 0 } }

  /// The number of past days, today, and days that a time zone ahead has already reached.
  private var reachedDayCount: Int { days.count { !$0.isFuture || $0.value > 0 } }

  /// `November 2026`, or `2026`.
  private var period: String {
    guard let first = days.first?.day, let last = days.last?.day else { return "this period" }
    let isMonth = first.year == last.year && first.civil.month == last.civil.month
    return isMonth ? CalendarText.monthAndYear(first) : "\(first.year)"
  }

  /// The total, the number of days with activity, and the day with the highest amount.
  public var summary: String {
    let busiest = days.max { $0.value < $1.value }
    guard let busiest, busiest.value > 0 else { return "No activity in \(period)." }
    let restDays = days.count { $0.isRestDay }
    let restText = restDays == 0 ? "" : " \(counted(restDays, "rest day"))."
    return """
      \(measure.text(sum)) on \(active) of \(reachedDayCount) days.\(restText) Best day: \
      \(measure.text(busiest.value)), \(CalendarText.day(busiest.day)).
      """
  }

  /// The amounts of all days that are not in the future.
  public var table: ChartTable {
    ChartTable(
      columns: ["day", measure.name],
      rows: days.filter { !$0.isFuture || $0.value > 0 }.map {
        ChartTable.Row(name: CalendarText.day($0.day), values: [$0.value])
      }
    )
  }

  /// A tooltip: `Mon 5 Jan 2026: 45m`, with a mark on rest days.
  func note(_ day: Day) -> String {
    let text = day.value > 0 ? measure.text(day.value) : "no activity"
    return "\(CalendarText.day(day.day)): \(text)\(day.isRestDay ? ", rest day" : "")"
  }
}

extension CalendarDays {
  /// Draws the legend from a point to the right, wraps at `width`, and returns the y position of
  /// the last line.
  func legend(x left: Int, y top: Int, width: Int, soft: Bool, in svg: inout SVG) -> Int {
    var position = (x: left, y: top)
    for level in 0...(active == 0 ? 0 : 4) {
      let paint = SVG.Paint.shade(level, soft: soft)
      let text = shades.text(level)
      svg.key(text, paint, "cairn-mark cairn-level-\(level)", &position, left..<width)
    }
    if days.contains(where: { $0.isRestDay }) {
      svg.key("rest day", .dashes, "cairn-mark cairn-rest", &position, left..<width)
    }
    return position.y
  }
}

extension SVG {
  /// Draws one legend entry and advances `position` to the next one.
  mutating func key(
    _ text: String,
    _ paint: Paint,
    _ name: String,
    _ position: inout (x: Int, y: Int),
    _ room: Range<Int>
  ) {
    let needed = 18 + text.count * 7 + 12
    if position.x + needed > room.upperBound { position = (room.lowerBound, position.y + 22) }
    let box = Box(x: position.x, y: position.y - 11, width: 13, height: 13)
    rect(box, radius: 2, paint, class: name)
    label(text, position.x + 18, position.y)
    position.x += needed
  }
}
