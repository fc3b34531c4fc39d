import Cairn

extension GradeProgression {
  /// Returns a dot chart of the hardest sends, whose axis has only the grades of the scale.
  func chart(_ periods: Periods) -> some TextBarChart {
    DotChart(
      title: "Hardest send: \(ladder.title)",
      summary: summary(periods),
      table: ChartTable(
        columns: [cadence.noun, "hardest send", "climbs sent"],
        rows: points.indices.map { index in
          let point = points[index]
          return ChartTable.Row(
            name: periods.name(index),
            texts: [point.grade?.text ?? "", "\(point.sent)"]
          )
        }
      ),
      dots: points.indices.map { index in
        let point = points[index]
        return DotChart.Dot(
          label: periods.label(index),
          value: point.grade?.order.map { Int64($0.rank) },
          note: "\(periods.name(index)): \(point.grade?.text ?? "no send")",
          text: point.grade?.text ?? ""
        )
      },
      ticks: ticks,
      missing: figure.missing ?? ""
    )
  }

  private func summary(_ periods: Periods) -> String {
    let known = points.indices.filter { points[$0].grade != nil }
    guard let first = known.first, let last = known.last, let from = points[first].grade,
      let to = points[last].grade
    else { return "No send with a grade in this scale." }
    if first == last { return "\(from.text), \(periods.name(first))." }
    let empty = points.count - known.count
    let none = empty == 0 ? "" : "; \(empty) of \(points.count) \(cadence.noun)s without a send"
    return "From \(from.text), \(periods.name(first)), to \(to.text), \(periods.name(last))\(none)."
  }

  /// Up to eight grades, from one below the easiest to one above the hardest.
  var ticks: [(value: Int64, name: String)] {
    let all = ladder.scale.grades.compactMap { name in
      Grade(lenient: name, in: ladder.scale)?.order.map { (value: Int64($0.rank), name: name) }
    }
    let ranks = points.compactMap { $0.grade?.order.map { Int64($0.rank) } }
    guard let low = ranks.min(), let high = ranks.max(), !all.isEmpty else { return [] }
    let below = max(0, (all.lastIndex { $0.value <= low } ?? 0) - 1)
    let above = min(all.count - 1, (all.firstIndex { $0.value >= high } ?? all.count - 1) + 1)
    let shown = Array(all[below...max(below, above)])
    let step = (shown.count + 7) / 8
    var ticks = shown.enumerated().filter { $0.offset % step == 0 }.map { $0.element }
    if let end = shown.last, let top = ticks.last, top.value < end.value { ticks.append(end) }
    return ticks
  }
}
