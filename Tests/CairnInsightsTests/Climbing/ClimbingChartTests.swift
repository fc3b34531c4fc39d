import Cairn
import CairnInsights
import CairnTestKit
import Foundation
import Testing

@Suite struct `A chart of climbing` {
  private func charts(_ seed: UInt64) -> [ClimbingChart] {
    (0..<4).flatMap { turn -> [ClimbingChart] in
      let log = RandomClimbing(seed: seed &+ UInt64(turn) &* 77)
      return ClimbingInsights(log.history, today: log.today, weekStart: log.weekStart).charts
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `is well-formed, named and within its edges`(seed: UInt64) throws {
    for one in charts(seed) {
      for width in [280, 340, 720] {
        let found = try Found(one.chart.svg(width: width))
        #expect(found.titles.first == one.chart.title && !one.chart.summary.isEmpty)
        let names = Set(found.elements.map(\.name))
        #expect(
          names.subtracting(["svg", "title", "desc", "rect", "path", "circle", "text"]) == []
        )
        let strange = found.elements.dropFirst().filter { name, attributes in
          let right = ["x", "width"].compactMap { Int(attributes[$0] ?? "") }.reduce(0, +)
          let left = Int(attributes["x"] ?? "0") ?? 0
          return left < 0 || (name == "rect" && right > width)
        }
        #expect(strange.isEmpty, "\(one.name), seed \(seed), \(width) px: \(strange)")
        checkLabels(found, width, one)
      }
    }
  }

  /// Returns the vertical target marks with the range of their heights.
  private func dueMarks(_ found: Found) -> [(x: Int, rows: ClosedRange<Int>)] {
    found.elements.filter { $0.attributes["class"] == "cairn-due" }.compactMap { mark in
      let numbers = (mark.attributes["d"] ?? "").split { !$0.isNumber }.compactMap { Int($0) }
      guard numbers.count == 4, numbers[1] <= numbers[3] else { return nil }
      return (numbers[0], numbers[1]...numbers[3])
    }
  }

  private func checkLabels(_ found: Found, _ width: Int, _ one: ClimbingChart) {
    let texts = found.elements.filter { $0.name == "text" }.map(\.attributes)
    let marks = one.name.hasPrefix("pyramid") ? dueMarks(found) : []
    for (attributes, words) in zip(texts, found.labels) where attributes["font-size"] == "12" {
      if attributes["text-anchor"] == nil, let y = Int(attributes["y"] ?? "") {
        let x = Int(attributes["x"] ?? "") ?? 0
        let crossed = marks.filter {
          $0.rows.contains(y) && (x...x + words.count * 7).contains($0.x)
        }
        #expect(crossed.isEmpty, "\(one.name): “\(words)” at \(x), \(y) is crossed")
      }
      let (x, room) = (Int(attributes["x"] ?? "") ?? 0, words.count * 7)
      let anchor = attributes["text-anchor"]
      let left = anchor == "end" ? x - room : anchor == "middle" ? x - room / 2 : x
      #expect(
        left >= -4 && left + room <= width + 4,
        "\(one.name): “\(words)” at \(left) of \(width)"
      )
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `has a table, a summary and its sample size`(seed: UInt64) {
    for one in charts(seed) {
      #expect(
        one.chart.table.rows.allSatisfy { row in
          (row.texts?.count ?? row.values.count) == one.chart.table.columns.count - 1
        }
      )
      #expect(Insight.ofClimbing.contains(one.insight))
      if let bars = one.chart as? any TextBarChart {
        for bar in bars.bars {
          #expect(bar.value >= 0 && bar.value <= bar.whole, "\(one.name): \(bar)")
        }
      }
    }
  }

  @Test func `exists for every insight, even without data`() throws {
    let today = LocalDay(number: 20_500)
    let insights = ClimbingInsights(ClimbingHistory(), today: today, weekStart: .monday)
    #expect(insights.overview.isEmpty)
    for one in insights.charts { _ = try Found(one.chart.svg(width: 340)) }
    #expect(
      Set(insights.charts.map(\.name)).union(["progression"]) == Set(ClimbingChart.names)
    )
  }

  @Test(arguments: ["pyramid-bouldering-v", "progression-bouldering-v", "volume", "tags", "days"])
  func `equals its stored drawing`(name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Charts/Golden/climbing-\(name).svg")
    let insights = try Self.kept()
    let chart = try #require(insights.charts.first { $0.name == name }).chart
    let drawn = chart.svg(width: 360, id: name)
    if ProcessInfo.processInfo.environment["CAIRN_DRAW_GOLDEN"] == "1" {
      try Data(drawn.utf8).write(to: file)
    }
    #expect(drawn == (try String(contentsOf: file, encoding: .utf8)))
  }

  /// Returns the insights of six weeks of bouldering.
  private static func kept() throws -> ClimbingInsights {
    let today = try day("2026-02-12")
    let names = ["V2", "V3", "V3", "V4", "V3/V4", "V6", "V5"]
    let climbs = names.indices.map { index in
      ClimbFact(
        id: Identifier(RecordID(high: 1, low: UInt64(index))),
        day: today - Int32(index * 6),
        discipline: .bouldering,
        grade: index,
        sums: AttemptSums(
          attempts: Int64(index + 1),
          sends: index == 5 ? 0 : 1,
          flashes: index < 2 ? 1 : 0,
          firstSends: index == 2 || index == 5 ? 0 : 1
        )
      )
    }
    let marks = names.indices.flatMap { index in
      (0..<4).filter { (index + $0) % 2 == 0 }.map {
        ClimbMark(climb: index, tag: $0, isHelp: index % 3 != 0)
      }
    }
    let history = ClimbingHistory(
      grades: try names.map { try Grade($0, in: .v) },
      climbs: climbs,
      tags: Array(ClimbTag.catalogue.prefix(4)),
      marks: marks
    )
    return ClimbingInsights(history, today: today, weekStart: .monday)
  }
}
