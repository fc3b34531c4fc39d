public import Cairn

/// The days of a month or a year, each with how much it holds: what both calendars are drawn from.
public struct CalendarDays: Sendable, Equatable {
  /// What is counted.
  public let measure: Measure
  /// The days in order, none left out.
  public let days: [Day]
  /// How much they hold together: minutes are rounded once, not day by day.
  public let sum: Int64
  /// What the shades stand for.
  public let shades: Shades

  /// One day.
  public struct Day: Sendable, Equatable {
    /// The day.
    public let day: LocalDay
    /// How much it holds.
    public let value: Int64
    /// Its shade, 0 for nothing to 4.
    public let level: Int
    /// Whether the person declared it a rest.
    public let isRestDay: Bool
    /// Whether it is today.
    public let isToday: Bool
    /// Whether it is still to come.
    public let isAhead: Bool
  }

  /// Looks every day of a stretch up.
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
        isAhead: day > today
      )
    }
  }

  /// How many days hold anything.
  public var active: Int { days.count { $0.value > 0 } }

  /// How many days have come, or hold something where it is tomorrow already.
  private var come: Int { days.count { !$0.isAhead || $0.value > 0 } }

  /// The sum, the number of days with anything, and the day with most.
  public var summary: String {
    let most = days.max { $0.value < $1.value }
    guard let most, most.value > 0 else { return "Nothing on any of \(come) days." }
    let restDays = days.count { $0.isRestDay }
    let rests = restDays == 0 ? "" : " \(restDays) rest \(restDays == 1 ? "day" : "days")."
    return """
      \(measure.text(sum)) on \(active) of \(come) days.\(rests) The most is \
      \(measure.text(most.value)) on \(CalendarText.day(most.day)).
      """
  }

  /// The amount of each day that has come.
  public var table: ChartTable {
    ChartTable(
      columns: ["day", measure.name],
      rows: days.filter { !$0.isAhead || $0.value > 0 }.map {
        ChartTable.Row(name: CalendarText.day($0.day), values: [$0.value])
      }
    )
  }

  /// `Mon 5 Jan 2026: 45m`, and whether it was a rest.
  func note(_ day: Day) -> String {
    let text = day.value > 0 ? measure.text(day.value) : "nothing"
    return "\(CalendarText.day(day.day)): \(text)\(day.isRestDay ? ", rest day" : "")"
  }
}

extension CalendarDays {
  /// Draws the shades with what they stand for, from a point to the right and, where the width
  /// ends, below; gives the height of the last line.
  func legend(x left: Int, y top: Int, width: Int, soft: Bool, in svg: inout SVG) -> Int {
    var place = (x: left, y: top)
    for level in 0...(active == 0 ? 0 : 4) {
      let paint = SVG.Paint.shade(level, soft: soft)
      let text = shades.text(level)
      svg.key(text, paint, "cairn-mark cairn-level-\(level)", &place, left..<width)
    }
    if days.contains(where: { $0.isRestDay }) {
      svg.key("rest day", .dashes, "cairn-mark cairn-rest", &place, left..<width)
    }
    return place.y
  }
}

extension SVG {
  /// Draws one entry of a legend and goes on to the place of the next.
  mutating func key(
    _ text: String,
    _ paint: Paint,
    _ name: String,
    _ place: inout (x: Int, y: Int),
    _ room: Range<Int>
  ) {
    let needed = 18 + text.count * 7 + 12
    if place.x + needed > room.upperBound { place = (room.lowerBound, place.y + 22) }
    let box = Box(x: place.x, y: place.y - 11, width: 13, height: 13)
    rect(box, radius: 2, paint, class: name)
    label(text, place.x + 18, place.y)
    place.x += needed
  }
}
