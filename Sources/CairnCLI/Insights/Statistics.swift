import Cairn
import CairnInsights
import CairnJSON
import CairnReports

extension CommandContext {
  func show(_ stats: Statistics, of kind: SessionKind?) {
    if wantsData { return output.print(data: stats) }
    output.print(heading: stats.span.name)
    output.print(lines: lines(stats, of: kind) + lines(stats.bars))
  }

  /// Returns each figure with its name in front; pages only if the kind, or one of all kinds, has them.
  func lines(_ stats: Statistics, of kind: SessionKind? = nil) -> [String] {
    totalLines(stats, of: kind) + contextLines(stats)
  }

  /// Returns the lines without those about moods, pauses and places.
  func totalLines(_ stats: Statistics, of kind: SessionKind?) -> [String] {
    let days = counted(stats.totals.activeDays, "day")
    var lines = ["  time       \(text(stats.totals.time)) on \(days)"]
    if let netTime = stats.netTime, netTime.overlap > .zero {
      lines.append("  net        \(text(netTime.time)) without overlaps")
    }
    // Skip the mean of a single day or week, which equals the total.
    let means = stats.averages.filter { $0.periods > 1 }.compactMap { cadence, average, _ in
      average.value.map { "\(text($0.time)) a \(cadence.noun)" }
    }
    if !means.isEmpty { lines.append("  average    \(means.joined(separator: ", "))") }
    lines.append("  sessions   \(grouped(stats.totals.sessions))")
    if kind ?? Reading.kind == Reading.kind {
      lines.append("  pages      \(grouped(stats.pages))")
      lines += self.lines("pace", stats.pace) { "\($0.wholeText) pages an hour" }
    }
    return lines
  }

  /// Returns a figure with its basis and all exclusions except `shownExclusions`, or the reason why it is missing.
  func lines<Value>(
    _ name: String,
    _ figure: Figure<Value>,
    shownExclusions: [Exclusion] = [],
    _ text: (Value) -> String
  ) -> [String] {
    let label = "  " + name.padded(to: 11)
    let basis = figure.insight.basis.map { ", from \(counted(figure.count, $0))" } ?? ""
    let first = label + (figure.value.map { text($0) + basis } ?? figure.missing ?? "")
    let newExclusions = figure.exclusions.filter { !shownExclusions.contains($0) }
    return [first]
      + newExclusions.map {
        "\(String(repeating: " ", count: 13))\($0.count) excluded: \($0.reason)"
      }
  }

  /// Returns a line of bars for each kind, in its colour; none for a single day.
  private func lines(_ sparkline: Sparkline?) -> [String] {
    guard let sparkline else { return [] }
    return sparkline.kinds.filter { $0.times.count > 1 }.map { module, times in
      let bars = times.map { time -> Character in
        time == .zero ? "·" : Bar.column(time.count, of: sparkline.longest.count, rows: 1)[0]
      }
      let line = output.style.paint(String(bars), Tone(module.kind))
      return "  \(module.kind.name.padded(to: 11))\(line) a bar a \(sparkline.cadence.noun)"
    }
  }

  /// Returns the lines about moods, pauses and places, as far as sessions have them.
  private func contextLines(_ stats: Statistics) -> [String] {
    var lines: [String] = []
    if stats.moods.value != nil {
      lines += self.lines("mood", stats.moods) {
        "\($0.beforeHundredths.wholeText) before, \($0.afterHundredths.wholeText) after"
      }
    }
    if let pauses = stats.interruptions.value, pauses.pauses > 0 {
      let focus = pauses.focusHundredths.map { ", focus \($0.wholeText) %" } ?? ""
      let reasons = pauses.reasons.map {
        "\($0.value.isEmpty ? "no reason" : $0.value) \($0.times)"
      }
      lines.append("  pauses     \(pauses.pauses), \(text(pauses.time))\(focus)")
      lines.append("             " + reasons.joined(separator: ", ").visible)
    }
    if stats.places.value != nil {
      lines += self.lines("places", stats.places) { places in
        places.map { "\($0.value.visible) \(text($0.time))" }.joined(separator: ", ")
      }
    }
    return lines
  }
}

extension Insight {
  /// The noun of the items a figure is based on; nil if the figure names them.
  fileprivate var basis: String? {
    switch self {
    case .books, .bestWindow: nil
    case .bookPages, .ratings, .length, .speed: "book"
    case _ where Insight.ofClimbing.contains(self): nil
    default: "session"
    }
  }
}

extension String {
  /// Returns the text padded with spaces to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
