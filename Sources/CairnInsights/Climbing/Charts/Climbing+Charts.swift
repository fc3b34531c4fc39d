import Cairn

extension ClimbingRates {
  /// A bar chart of send and flash rates.
  var chart: some TextBarChart {
    RowChart(
      title: "Send rate",
      summary: summary,
      table: ChartTable(
        columns: [
          "discipline", "climbs", "attempts", "sends", "send rate", "first go", "flash rate",
        ],
        rows: rows.map { row in
          let sums = row.sums
          let numbers = [
            "\(row.climbs)", "\(sums.known)", "\(sums.sends)",
            sums.sendRate.map { "\($0.hundredthsText) %" } ?? "", "\(sums.firstAttemptSends)",
            sums.flashRate.map { "\($0.hundredthsText) %" } ?? "",
          ]
          return ChartTable.Row(name: row.discipline.title, texts: numbers)
        }
      ),
      rows: rows.map { row in
        let rate = row.sums.sendRate
        return RowChart.Row(
          name: row.discipline.title,
          values: [rate ?? 0],
          text: rate.map(percent) ?? "?",
          note: "\(row.discipline.title): \(row.sums.sends) of \(row.sums.known) attempts"
        )
      },
      key: [],
      whole: 10_000,
      missing: sendRate.missing ?? ""
    )
  }

  private var summary: String {
    guard let rate = sendRate.value else { return "No attempt with a known result." }
    let attempts =
      sendRate.count == 1
      ? "The one attempt was \(rate == 0 ? "no" : "a") send."
      : "\(percent(rate)) of \(sendRate.count) attempts were sends."
    return attempts + flashes
  }

  private var flashes: String {
    guard let rate = flashRate.value else { return "" }
    return flashRate.count == 1
      ? " The one send was \(rate == 0 ? "no" : "a") first go."
      : " Of \(flashRate.count) sends \(percent(rate)) were first goes."
  }

  /// The reason why imported climbs are excluded.
  var notes: [String] {
    let imported = sendRate.exclusions.first { $0.reason == Exclusion.imported(0).reason }
    return imported.map { one in
      [
        "\(counted(one.count, "climb")) from other apps excluded: imported logs rarely include "
          + "falls, so nearly all of them would count as sends."
      ]
    } ?? []
  }
}

extension ClimbingVolume {
  private func columns(
    _ part: (Row) -> (value: Int64, behind: Int64, text: String)
  ) -> [ColumnChart.Column] {
    rows.indices.map { index in
      let (value, behind, text) = part(rows[index])
      return ColumnChart.Column(
        label: periods.label(index),
        value: value,
        behind: behind,
        note: "\(periods.name(index)): \(text.isEmpty ? "no activity" : text)",
        text: text,
        isPartial: periods.isPartial(index)
      )
    }
  }

  private var noun: String { periods.cadence.noun }

  /// A column chart of climbs and attempts.
  var chart: some TextBarChart {
    let all = rows.reduce(0) { $0 + Int64($1.climbs) }
    let attempts = rows.reduce(0) { $0 + $1.attempts }
    let empty = rows.count { $0.climbs == 0 }
    return ColumnChart(
      title: "Climbs per \(noun)",
      summary: "\(counted(all, "climb")) with \(counted(attempts, "attempt")) in "
        + "\(counted(rows.count, noun))\(empty == 0 ? "" : ", \(empty) of them empty").",
      table: ChartTable(
        columns: [noun, "climbs", "attempts"],
        rows: rows.indices.map {
          ChartTable.Row(
            name: periods.name($0),
            texts: ["\(rows[$0].climbs)", "\(rows[$0].attempts)"]
          )
        }
      ),
      measure: .sessions,
      columns: columns { row in
        let text = "\(counted(row.climbs, "climb")), \(counted(row.attempts, "attempt"))"
        return (Int64(row.climbs), row.attempts, row.climbs == 0 ? "" : text)
      },
      key: ["attempts", "climbs"]
    )
  }

  /// A column chart of climbing time.
  var timeChart: some TextBarChart {
    let time = rows.reduce(Milliseconds.zero) { $0 + $1.time }
    let mean = session.value.map { ", \(Measure.minutes.text($0.wholeMinutes)) a session" } ?? ""
    return ColumnChart(
      title: "Time climbing per \(noun)",
      summary: "\(Measure.minutes.text(time.wholeMinutes)) in "
        + "\(counted(session.count, "session"))\(mean).",
      table: ChartTable(
        columns: [noun, "time", "sessions", "mean session"],
        rows: rows.indices.map { index in
          let row = rows[index]
          return ChartTable.Row(
            name: periods.name(index),
            texts: [
              Measure.minutes.text(row.time.wholeMinutes), "\(row.sessions)",
              row.mean.map { Measure.minutes.text($0.wholeMinutes) } ?? "",
            ]
          )
        }
      ),
      measure: .minutes,
      columns: columns { row in
        let minutes = row.time.wholeMinutes
        return (minutes, 0, minutes == 0 ? "" : Measure.minutes.text(minutes))
      },
      key: []
    )
  }
}

extension DisciplineShare {
  /// Returns a bar chart of climbs by discipline.
  static func chart(_ figure: Figure<[DisciplineShare]>) -> some TextBarChart {
    let shares = figure.value ?? []
    return RowChart(
      title: "Climbs by discipline",
      summary: shares.isEmpty
        ? "No climbs."
        : shares.map { "\($0.discipline.title): \($0.climbs), \(percent($0.shareHundredths))" }
          .joined(separator: "; ") + ".",
      table: ChartTable(
        columns: ["discipline", "climbs", "share", "attempts", "sends"],
        rows: shares.map { one in
          ChartTable.Row(
            name: one.discipline.title,
            texts: [
              "\(one.climbs)", "\(one.shareHundredths.hundredthsText) %", "\(one.sums.attempts)",
              "\(one.sums.sends)",
            ]
          )
        }
      ),
      rows: shares.map { one in
        RowChart.Row(
          name: one.discipline.title,
          values: [Int64(one.climbs)],
          text: "\(one.climbs) (\(percent(one.shareHundredths)))",
          note: "\(one.discipline.title): \(counted(one.climbs, "climb"))"
        )
      },
      key: [],
      whole: nil,
      missing: "no climbs"
    )
  }
}

extension TagBalance {
  /// Returns a radar chart of the tags that helped and hindered.
  static func chart(_ figure: Figure<[TagBalance]>) -> some TextBarChart {
    let all = figure.value ?? []
    let isEnough = all.count >= radarTagCount.lowerBound
    let helped = all.reduce(0) { $0 + $1.helped }
    let hindered = all.reduce(0) { $0 + $1.hindered }
    return RadarChart(
      title: "What helped and what got in the way",
      summary: "\(counted(all.count, "tag")) on \(counted(figure.count, "climb")): "
        + "helped \(counted(helped, "time")), hindered \(counted(hindered, "time")).",
      table: ChartTable(
        columns: ["tag", "about", "helped", "hindered", "climbs"],
        rows: all.map { one in
          ChartTable.Row(
            name: one.tag.name,
            texts: [one.tag.category.label]
              + [one.helped, one.hindered, one.marked].map { "\($0)" }
          )
        }
      ),
      corners: isEnough ? Array(all.prefix(radarTagCount.upperBound)) : [],
      all: all,
      missing:
        "A radar needs \(radarTagCount.lowerBound) tags; there \(all.count == 1 ? "is" : "are") \(all.count)."
    )
  }
}

extension RatingTrend {
  /// A dot chart of the means.
  var chart: some TextBarChart {
    let (low, high) = (scale.range.lowerBound, scale.range.upperBound)
    let whole = mean.value.map { "\($0.wholeText) of \(high) on average, from " }
    return DotChart(
      title: "\(scale.label) per \(periods.cadence.noun)",
      summary:
        "\(whole ?? "Not set in ")\(counted(mean.value == nil ? mean.excluded : mean.count, "session")).",
      table: ChartTable(
        columns: [periods.cadence.noun, "mean", "sessions"],
        rows: rows.indices.map { index in
          ChartTable.Row(
            name: periods.name(index),
            texts: [rows[index].meanHundredths?.hundredthsText ?? "", "\(rows[index].count)"]
          )
        }
      ),
      dots: rows.indices.map { index in
        let row = rows[index]
        let text = row.meanHundredths.map { $0.wholeText } ?? "not set"
        return DotChart.Dot(
          label: periods.label(index),
          value: row.meanHundredths,
          note: "\(periods.name(index)): \(text), \(counted(row.count, "session"))",
          text: text
        )
      },
      ticks: (low...high).filter { high < 10 || $0 % 2 == 1 || $0 == high }.map {
        ($0 * 100, "\($0)")
      },
      missing: mean.missing ?? ""
    )
  }
}

extension ReadinessAndSends {
  /// A bar chart of the send rate by readiness.
  var chart: some TextBarChart {
    let all = levels.value ?? []
    return RowChart(
      title: "Sends by \(scale.label.lowercased())",
      summary: levels.missing.map { $0.capitalizedFirst + "." } ?? note,
      table: ChartTable(
        columns: ["readiness", "sessions", "attempts", "sends", "send rate"],
        rows: all.map { level in
          ChartTable.Row(
            name: "\(level.value) of 5",
            texts: [
              "\(level.sessions)", "\(level.sums.known)", "\(level.sums.sends)",
              level.sendRate.map { "\($0.hundredthsText) %" } ?? "too few sessions",
            ]
          )
        }
      ),
      rows: all.reversed().map { level in
        let rate = level.sendRate
        return RowChart.Row(
          name: "\(level.value) of 5",
          values: [rate ?? 0],
          text: "\(rate.map(percent) ?? "too few") (n \(level.sessions))",
          note: "\(level.value) of 5: \(level.sums.sends) of \(level.sums.known) attempts in "
            + counted(level.sessions, "session")
        )
      },
      key: [],
      whole: 10_000,
      missing: levels.missing ?? ""
    )
  }
}
