import Cairn
import CairnInsights
import CairnServer
import CairnStore

extension CommandContext {
  func show(_ stats: Statistics) {
    if wantsJSON { return output.print(stats.json.text) }
    output.print(output.style.paint(stats.span.name, .title))
    output.print(lines: lines(stats))
  }

  /// Every figure with its name in front.
  func lines(_ stats: Statistics) -> [String] {
    let days = counted(Int64(stats.totals.activeDays), "day")
    var lines = ["  time       \(text(stats.totals.time)) on \(days)"]
    if let lived = stats.lived, lived.overlap > .zero {
      let rest = "\(text(lived.overlap)) ran beside another session"
      lines.append("  lived      \(text(lived.time)), since \(rest)")
    }
    // Of one day or one week the mean is the whole.
    let means = stats.averages.filter { $0.periods > 1 }.compactMap { cadence, average, _ in
      average.value.map { "\(text($0.time)) a \(cadence.noun)" }
    }
    if !means.isEmpty { lines.append("  average    \(means.joined(separator: ", "))") }
    lines.append("  sessions   \(stats.totals.sessions)")
    lines.append("  pages      \(stats.pages)")
    lines += self.lines("pace", stats.pace) { "\(decimal($0)) pages an hour" }
    return lines + sittings(stats)
  }

  /// A figure with what it rests on and what it leaves out but was not `told` yet, or why there is
  /// none.
  func lines<Value>(
    _ name: String,
    _ figure: Figure<Value>,
    told: [Exclusion] = [],
    _ text: (Value) -> String
  ) -> [String] {
    let label = "  " + name.padded(to: 11)
    let basis = figure.insight.basis.map { ", from \(counted(Int64(figure.count), $0))" } ?? ""
    let first = label + (figure.value.map { text($0) + basis } ?? figure.missing ?? "")
    let untold = figure.exclusions.filter { !told.contains($0) }
    return [first]
      + untold.map {
        "\(String(repeating: " ", count: 13))\($0.count) left out: \($0.reason)"
      }
  }

  /// What people said of their sessions, as far as they did.
  private func sittings(_ stats: Statistics) -> [String] {
    var lines: [String] = []
    if stats.moods.value != nil {
      lines += self.lines("mood", stats.moods) {
        "\(decimal($0.beforeHundredths)) before, \(decimal($0.afterHundredths)) after"
      }
    }
    if let pauses = stats.interruptions.value, pauses.pauses > 0 {
      let focus = pauses.focusHundredths.map { ", focus \(decimal($0)) %" } ?? ""
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
  /// What a figure rests on, in one word; nil where the figure itself says it.
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
  /// The text with blanks behind it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
