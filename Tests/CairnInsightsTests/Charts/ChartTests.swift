import Cairn
import CairnInsights
import CairnTestKit
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The elements that an XML parser finds in a drawing.
final class Found: NSObject, XMLParserDelegate {
  var elements: [(name: String, attributes: [String: String])] = []
  var titles: [String] = []
  /// The text of each text element.
  var labels: [String] = []
  private var text = ""

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append((name, attributes))
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    if name == "title" { titles.append(text) }
    if name == "text" { labels.append(text) }
  }
}

@Suite struct `A chart` {
  private static func charts(
    seed: UInt64
  ) -> [(chart: any Chart, values: [Int64], measure: Measure)] {
    let activity = Activity.random(seed: seed)
    var random = SeededGenerator(seed: seed &+ 1)
    let first = activity.days.first?.day ?? LocalDay(number: 20_000)
    return Measure.all.flatMap { measure -> [(any Chart, [Int64], Measure)] in
      let today = first + Int32.random(in: 0...500, using: &random)
      let day = first + Int32.random(in: 0...500, using: &random)
      let cadence = Cadence.all.randomElement(using: &random) ?? .daily
      let bars = BarChart(
        activity,
        measure,
        cadence,
        in: min(day, today)...today,
        today: today,
        weekStart: .monday
      )
      let line = LineChart(
        activity,
        measure,
        year: day,
        goal: 50,
        today: max(day, today),
        weekStart: .monday
      )
      let restDays: Set = [day, today]
      let year = YearHeatmap(
        activity,
        measure,
        year: day,
        restDays: restDays,
        today: today,
        weekStart: .monday
      )
      let month = MonthCalendar(
        activity,
        measure,
        month: day,
        restDays: restDays,
        today: today,
        weekStart: .monday
      )
      return [
        (bars, bars.points.map(\.value), measure), (line, line.points.map(\.value), measure),
        (year, year.calendar.days.map(\.value), measure),
        (month, month.calendar.days.map(\.value), measure),
      ]
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `is well-formed, named and safe for any data`(seed: UInt64) throws {
    for (chart, _, _) in Self.charts(seed: seed) {
      for (width, place) in [(280, ChartLayout.page), (720, .page), (1_600, .file), (1, .file)] {
        let found = try Found(chart.svg(width: width, id: "a\"b<c", for: place))
        let root = try #require(found.elements.first)
        #expect(root.name == "svg" && root.attributes["role"] == "img")
        #expect(root.attributes["aria-labelledby"] == "abc-title abc-desc")
        #expect(found.titles.first == chart.title && !chart.summary.isEmpty)
        let ids = found.elements.compactMap { $0.attributes["id"] }
        #expect(ids == ["abc-title", "abc-desc"])
        let allowed: Set = ["svg", "title", "desc", "rect", "path", "circle", "text"]
        let names = Set(found.elements.map(\.name))
        #expect(names.subtracting(allowed) == (place == .file ? ["style"] : []))
        #expect(wrong(found, width: max(280, width)) == [])
      }
    }
  }

  @Test(arguments: [7, 31, 120])
  func `of bars leaves gaps between them`(count: Int32) throws {
    let first = LocalDay(number: 20_454)
    let totals = (0..<count).map {
      DayTotal(day: first + $0, time: .minutes(30), amount: 1, sessions: 1)
    }
    let chart = BarChart(
      Activity(days: totals),
      .minutes,
      .daily,
      in: first...first + (count - 1),
      today: first + count,
      weekStart: .monday
    )
    let bars = try Found(chart.svg(id: "bars")).elements.filter { $0.name == "rect" }
    let edges = bars.map { bar in
      ["x", "width"].map { Int(bar.attributes[$0] ?? "") ?? 0 }
    }
    #expect(edges.count == Int(count))
    for (left, right) in zip(edges, edges.dropFirst()) { #expect(left[0] + left[1] <= right[0]) }
  }

  /// Returns elements with a style, an event handler, small text, or coordinates that are invalid.
  private func wrong(_ found: Found, width: Int) -> [String] {
    found.elements.dropFirst().filter { name, attributes in
      let numbers = ["x", "y", "cx", "cy", "width", "height"].compactMap { attributes[$0] }
      let right = ["x", "width"].compactMap { Int(attributes[$0] ?? "") }.reduce(0, +)
      let size = Int(attributes["font-size"] ?? "") ?? (name == "text" ? 0 : 12)
      return attributes.keys.contains { $0 == "style" || $0.hasPrefix("on") } || size < 12
        || numbers.contains { Int($0).map { $0 < 0 || $0 > 4_000 } ?? true }
        || (name == "rect" && right > width)
    }.map { "\($0)" }
  }

  @Test(arguments: [280, 360, 720], SeededGenerator.seeds)
  func `has no label beyond its edges`(width: Int, seed: UInt64) throws {
    for (chart, _, _) in Self.charts(seed: seed) {
      let found = try Found(chart.svg(width: width))
      let texts = found.elements.filter { $0.name == "text" }.map(\.attributes)
      for (attributes, words) in zip(texts, found.labels) where attributes["font-size"] == "12" {
        let (x, room) = (Int(attributes["x"] ?? "") ?? 0, words.count * 7)
        let anchor = attributes["text-anchor"]
        let left = anchor == "end" ? x - room : anchor == "middle" ? x - room / 2 : x
        #expect(left >= -4 && left + room <= width, "“\(words)” at \(left) of \(width)")
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `has the same numbers in its drawing and its table`(seed: UInt64) throws {
    for (chart, values, measure) in Self.charts(seed: seed) {
      let notes = try Found(chart.svg()).titles.dropFirst()
      let rows = chart.table.rows
      #expect(rows.allSatisfy { $0.values.count + 1 == chart.table.columns.count })
      let shown = rows.compactMap { $0.values.first ?? nil }
      #expect(shown.filter { $0 > 0 } == values.filter { $0 > 0 })
      for row in rows {
        guard let value = row.values.first ?? nil, value > 0 else { continue }
        let told = "\(row.name): \(measure.text(value))"
        #expect(notes.contains { $0.hasPrefix(told) }, "\(told)")
      }
    }
  }

  @Test func `escapes markup`() throws {
    let chart = Titled(title: "<script>alert('a & \"b\"')</script>\u{0}\u{1B}\n")
    let svg = chart.svg(for: .page)
    #expect(!svg.contains("<script"))
    #expect(try Found(svg).titles == ["<script>alert('a & \"b\"')</script>\u{FFFD}\u{FFFD} "])
  }

  @Test func `contains no control character and no noncharacter`() throws {
    let numbers = Array(UInt32(0)...0x9F) + [0xA0, 0xB7, 0xE9, 0xFFFD, 0xFFFE, 0xFFFF, 0x1F600]
    for scalar in numbers.compactMap(Unicode.Scalar.init) {
      let isKept =
        ![0xFFFE, 0xFFFF].contains(scalar.value) && scalar.properties.generalCategory != .control
      let wanted = isKept ? scalar : [0x09, 0x0A, 0x0D].contains(scalar.value) ? " " : "\u{FFFD}"
      let titles = try Found(Titled(title: "a\(scalar)b").svg(for: .page)).titles
      #expect(titles == ["a\(wanted)b"], "\(scalar.value)")
    }
  }

  @Test func `has no style in a page, and light and dark styles in a file`() {
    let chart = Titled(title: "Emma")
    #expect(!chart.svg(for: .page).contains("style"))
    #expect(chart.svg(for: .file).contains("@media (prefers-color-scheme: dark)"))
  }

  @Test(arguments: Golden.all)
  func `equals its stored drawing`(golden: Golden) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(golden.name).svg")
    let drawn = try golden.draw()
    if ProcessInfo.processInfo.environment["CAIRN_DRAW_GOLDEN"] == "1" {
      try Data(drawn.utf8).write(to: file)
    }
    #expect(drawn == (try String(contentsOf: file, encoding: .utf8)))
  }
}

/// A chart with an arbitrary heading.
private struct Titled: Chart {
  let title: String
  var summary: String { title }
  var table: ChartTable { ChartTable(columns: [], rows: []) }

  func draw(width: Int) -> Drawing {
    BarChart(
      Activity(days: []),
      .pages,
      .daily,
      in: LocalDay(number: 0)...LocalDay(number: 3),
      today: LocalDay(number: 3),
      weekStart: .monday
    ).draw(width: width)
  }
}

/// A drawing with a stored golden file.
struct Golden: Sendable, CustomTestStringConvertible {
  let name: String
  let draw: @Sendable () throws -> String

  var testDescription: String { name }

  static let all = [
    Golden(name: "bars") {
      let (activity, today) = try week()
      let days = WeekStart.monday.week(of: today).lowerBound...today
      return BarChart(activity, .minutes, .daily, in: days, today: today, weekStart: .monday).svg(
        id: "bars"
      )
    },
    Golden(name: "line") {
      let (activity, today) = try week()
      let chart = LineChart(
        activity,
        .pages,
        year: today,
        goal: 4_000,
        today: today,
        weekStart: .monday
      )
      return chart.svg(id: "line")
    },
    Golden(name: "month") {
      let (activity, today) = try week()
      let restDays: Set = [today - 5]
      let chart = MonthCalendar(
        activity,
        .minutes,
        month: today,
        restDays: restDays,
        today: today,
        weekStart: .monday
      )
      return chart.svg(width: 360, id: "month", for: .file)
    },
    Golden(name: "year") {
      let (activity, today) = try week()
      return YearHeatmap(activity, .minutes, year: today, today: today, weekStart: .monday).svg(
        id: "year"
      )
    },
  ]

  private static func week() throws -> (Activity, LocalDay) {
    let today = try day("2026-02-12")
    let minutes: [Int64] = [0, 25, 75, 10, 0, 40, 130, 5]
    let days = minutes.enumerated().map { index, minutes in
      DayTotal(
        day: today - Int32(7 - index),
        time: .minutes(minutes),
        amount: minutes * 2 / 3,
        sessions: 1
      )
    }
    return (Activity(days: days), today)
  }
}

@Suite struct `The total under a chart` {
  /// Ten sessions of 10:59.9 each, one per day.
  @Test func `is rounded once, not bar by bar`() throws {
    let first = LocalDay(number: 20_454)
    let days = (0..<10).map {
      DayTotal(day: first + Int32($0), time: Milliseconds(659_900), amount: 1, sessions: 1)
    }
    let (activity, last) = (Activity(days: days), first + 9)
    let bars = BarChart(
      activity,
      .minutes,
      .daily,
      in: first...last,
      today: last,
      weekStart: .monday
    )
    #expect(bars.summary.contains("1h 49m in total"))
    let calendar = CalendarDays(activity, .minutes, in: first...last, restDays: [], today: last)
    #expect(calendar.sum == 109 && calendar.summary.hasPrefix("1h 49m on 10 of 10 days."))
  }
}

@Suite struct `The shades of a calendar` {
  @Test(arguments: SeededGenerator.seeds)
  func `rise with the value, in four even steps`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let measure = Measure.all.randomElement(using: &random) ?? .minutes
      let most = Int64(1) << Int64.random(in: 0...40, using: &random)
      let values = (0..<40).map { _ in Int64.random(in: 0...most, using: &random) }
      let shades = Shades(measure, values)
      #expect(shades.level(0) == 0 && shades.level(1) == 1)
      for level in 1...3 {
        #expect(shades.level(shades.step * Int64(level)) == level)
        #expect(shades.level(shades.step * Int64(level) + 1) == level + 1)
      }
      let sorted = values.filter { $0 > 0 }.sorted()
      guard sorted.count > 10 else { continue }
      #expect(sorted.count { $0 > shades.step * 4 } <= sorted.count / 10 + 1)
    }
  }

  @Test func `describe their limits`() {
    let shades = Shades(.minutes, [10, 20, 60])
    #expect((0...4).map(shades.text) == ["none", "≤ 5m", "≤ 10m", "≤ 15m", "> 15m"])
  }
}
