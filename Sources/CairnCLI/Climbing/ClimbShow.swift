import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension CommandContext {
  /// Shows a climb in one line after the change `done`.
  func show(_ row: ClimbRow, _ done: String) -> ExitCode {
    if wantsData {
      output.print(data: row)
    } else {
      output.info("\(done): \(row.line.visible) (\(row.shortID.text))")
    }
    return .done
  }

  /// Shows a climbing session with its climbs.
  func show(_ row: SessionRow, _ detail: Climbing, _ climbs: [ClimbRow]) {
    if wantsData { return output.print(data: climbs) }
    output.print(
      row.endedAt == nil ? "\(row.what.visible), \(timer(row))" : "Climbing: \(line(row))"
    )
    for words in [detail.ratingsText, detail.conditionsText].compactMap(\.self) {
      output.print("  \(words.visible)")
    }
    guard !climbs.isEmpty else {
      return output.info("No climbs yet. Add one with `cairn climb add`.")
    }
    output.print(table(climbs))
  }

  /// Shows deleted climbs.
  func show(_ rows: [DeletedClimbRow]) -> ExitCode {
    if wantsData {
      output.print(data: rows)
    } else if rows.isEmpty {
      output.info("No deleted climbs.")
    } else {
      var table = Table(.init("id"), .init("day"), .init("climb", canShrink: true), .init("grade"))
      for row in rows {
        table.append(
          .init(row.shortID.text, .dim),
          .init(times.format.day(row.day)),
          .init(row.climb.name ?? row.climb.discipline?.label ?? "climb"),
          .init(row.climb.grade?.text ?? "")
        )
      }
      output.print(table)
    }
    return rows.isEmpty ? .refused : .done
  }

  /// Returns climbs as a table.
  func table(_ climbs: [ClimbRow]) -> Table {
    var table = Table(
      .init("id"),
      .init("climb", canShrink: true),
      .init("grade"),
      .init("attempts"),
      .init("sent"),
      .init("tags", canShrink: true)
    )
    for row in climbs {
      table.append(
        .init(row.shortID.text, .dim),
        .init(row.climb.name ?? row.climb.discipline?.label ?? "climb"),
        .init(row.climb.grade?.text ?? ""),
        .init(row.resultMarks),
        .init(row.send.map { $0.tick?.name ?? "sent" } ?? "", .accent),
        .init(row.tagText)
      )
    }
    return table
  }
}

extension ClimbRow {
  /// `“Midnight Lightning” V8, 3 attempts: sent, redpoint`.
  var line: String {
    let count = attempts.count
    let tries = count == 0 ? "" : ", \(counted(count, "attempt"))"
    guard let last = attempts.last else { return climb.title }
    return "\(climb.title)\(tries): \((send ?? last).label)"
  }

  /// One mark per attempt, `✗ ✗ ✓`; from 13 attempts on, runs of equal marks are counted: `✗×40 ✓`.
  var resultMarks: String {
    let marks = attempts.map { $0.result == .sent ? "✓" : $0.result == .fell ? "✗" : "?" }
    guard marks.count > 12 else { return marks.joined(separator: " ") }
    var runs: [(mark: String, count: Int)] = []
    for mark in marks {
      if runs.last?.mark == mark { runs[runs.count - 1].count += 1 } else { runs.append((mark, 1)) }
    }
    guard runs.count <= 12 else { return Self.sums(marks) }
    return runs.map { $0.count == 1 ? $0.mark : "\($0.mark)×\($0.count)" }.joined(separator: " ")
  }

  /// Returns counts per result, `✗×60 ✓×40`, when the order would not fit.
  private static func sums(_ marks: [String]) -> String {
    ["✗", "✓", "?"].compactMap { mark in
      let count = marks.count { $0 == mark }
      return count == 0 ? nil : "\(mark)×\(count)"
    }.joined(separator: " ")
  }

  /// `+crimp −sloper`: tags that helped and tags that hindered.
  var tagText: String {
    marks.map { ($0.impact == .helped ? "+" : "−") + $0.tag.name }.joined(separator: " ")
  }
}

extension Climbing {
  /// `mental 4/5, RPE 7/10`; nil if nothing is known.
  var ratingsText: String? {
    let words = ClimbingScale.ratings.compactMap { scale in
      self[scale].map { "\(scale.label.lowercased()) \($0)/\(scale.range.upperBound)" }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// `outdoors, with Ana, dry, 12.5 °C, 60 % humidity`; nil if nothing is known.
  var conditionsText: String? {
    let degrees = temperature.map { "\($0.tenthsText) °C" }
    let words = [
      isOutdoor.map { $0 ? "outdoors" : "indoors" },
      partners.isEmpty ? nil : "with \(partners.joined(separator: ", "))",
      conditions, degrees, humidity.map { "\($0) % humidity" }, isPrivate ? nil : "public",
    ].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
