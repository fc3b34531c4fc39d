package import Cairn
package import CairnInsights

extension ClimbingInsights {
  /// Returns climbing insights as JSON, documented in `docs/climbing.md`.
  package func json(_ period: String) -> JSON {
    .members(
      ("period", .string(period)),
      ("from", .string(days.lowerBound.text)),
      ("to", .string(days.upperBound.text)),
      ("by", .string(periods.cadence.noun)),
      ("overview", overview.json),
      ("ladders", .array(ladders.map(\.json))),
      (
        "graded",
        graded.json([("climbs", .number(graded.value))])
      ),
      ("rates", rates.json),
      ("volume", volume.json),
      ("disciplines", disciplines.json),
      ("tags", tags.json),
      ("days", activity.json),
      ("felt", .array(felt.map(\.json))),
      ("readiness", .array(readiness.map(\.json))),
      ("streak", streakJSON)
    )
  }

  /// Returns grade pyramids as JSON, documented in `docs/climbing.md`.
  package static func pyramidsJSON(_ pyramids: [GradePyramid]) -> JSON {
    .members(
      ("convention", .string(GradePyramid.convention)),
      ("pyramids", .array(pyramids.map(\.json)))
    )
  }

  private var streakJSON: JSON {
    .members(
      ("weeks", .integer(Int64(streak.current))),
      ("longest", .integer(Int64(streak.longest))),
      ("open", .bool(streak.isOpen)),
      ("counted", .integer(Int64(streak.counted))),
      ("definition", .string(Insight.climbingStreak.definition))
    )
  }
}

extension ClimbingOverview {
  fileprivate var json: JSON {
    sendRate.json([
      ("climbs", .integer(Int64(climbs))),
      ("climbs_sent", .integer(Int64(sent))),
      ("sessions", .integer(Int64(sessions))),
      ("active_seconds", time.secondsJSON),
      ("days", .integer(Int64(days))),
      ("partners", .integer(Int64(partners))),
      ("sums", sums.json),
      ("send_rate_hundredths", .number(sendRate.value)),
    ])
  }
}

extension AttemptSums {
  fileprivate var json: JSON {
    .members(
      ("attempts", .integer(attempts)),
      ("unknown", .integer(unknown)),
      ("sends", .integer(sends)),
      ("onsights", .integer(onsights)),
      ("flashes", .integer(flashes)),
      ("first_sends", .integer(firstSends))
    )
  }
}

extension ClimbingInsights.OnLadder {
  fileprivate var json: JSON {
    .members(
      ("discipline", .text(ladder.discipline?.name)),
      ("scale", .string(ladder.scale.name)),
      ("pyramid", pyramid.json),
      (
        "hardest",
        hardest.json([
          ("grade", .text(hardest.value?.grade.text)),
          ("climb_id", .text(hardest.value?.climb.record.text)),
          ("day", .text(hardest.value?.day.text)),
        ])
      ),
      ("progression", progression.json)
    )
  }
}

extension GradePyramid {
  fileprivate var json: JSON {
    figure.json([
      ("discipline", .text(ladder.discipline?.name)),
      ("scale", .string(ladder.scale.name)),
      (
        "rows",
        .array(
          rows.map { row in
            .members(
              ("grade", .string(row.grade)),
              ("in_scale", .bool(row.isOrdered)),
              ("climbs", .integer(Int64(row.climbs))),
              ("sums", row.sums.json),
              ("convention", .number(row.convention))
            )
          }
        )
      ),
    ])
  }
}

extension GradeProgression {
  fileprivate var json: JSON {
    figure.json([
      (
        "points",
        .array(
          points.map { point in
            .members(
              ("from", .string(point.days.lowerBound.text)),
              ("to", .string(point.days.upperBound.text)),
              ("grade", .text(point.grade?.text)),
              ("climbs_sent", .integer(Int64(point.sent)))
            )
          }
        )
      )
    ])
  }
}

extension ClimbingRates {
  fileprivate var json: JSON {
    .members(
      (
        "send_rate",
        sendRate.json([("hundredths", .number(sendRate.value))])
      ),
      (
        "flash_rate",
        flashRate.json([("hundredths", .number(flashRate.value))])
      ),
      (
        "rows",
        .array(
          rows.map { row in
            .members(
              ("discipline", .text(row.discipline?.name)),
              ("climbs", .integer(Int64(row.climbs))),
              ("sums", row.sums.json),
              ("send_rate_hundredths", .number(row.sums.sendRate)),
              ("flash_rate_hundredths", .number(row.sums.flashRate))
            )
          }
        )
      )
    )
  }
}

extension ClimbingVolume {
  fileprivate var json: JSON {
    .members(
      ("definition", .string(Insight.volume.definition)),
      (
        "session",
        session.json([("mean_seconds", .number(session.value.map { $0.count / 1_000 }))])
      ),
      (
        "rows",
        .array(
          rows.map { row in
            .members(
              ("from", .string(row.days.lowerBound.text)),
              ("to", .string(row.days.upperBound.text)),
              ("climbs", .integer(Int64(row.climbs))),
              ("attempts", .integer(row.attempts)),
              ("sessions", .integer(Int64(row.sessions))),
              ("active_seconds", row.time.secondsJSON),
              ("mean_seconds", .number(row.mean.map { $0.count / 1_000 }))
            )
          }
        )
      )
    )
  }
}

extension Figure<[DisciplineShare]> {
  fileprivate var json: JSON {
    json([
      (
        "rows",
        .array(
          (value ?? []).map { one in
            .members(
              ("discipline", .text(one.discipline?.name)),
              ("climbs", .integer(Int64(one.climbs))),
              ("sums", one.sums.json),
              ("share_hundredths", .integer(one.shareHundredths))
            )
          }
        )
      )
    ])
  }
}

extension Figure<[TagBalance]> {
  fileprivate var json: JSON {
    json([
      (
        "rows",
        .array(
          (value ?? []).map { one in
            .members(
              ("tag", .string(one.tag.text)),
              ("category", .string(one.tag.category.name)),
              ("name", .string(one.tag.name)),
              ("helped", .integer(one.helped)),
              ("hindered", .integer(one.hindered))
            )
          }
        )
      )
    ])
  }
}

extension ClimbingDays {
  fileprivate var json: JSON {
    figure.json([
      ("active_days", .integer(Int64(figure.count))),
      ("step", .integer(shades.step)),
      (
        "days",
        .array(
          days.map { day in
            .members(
              ("day", .string(day.day.text)),
              ("climbs", .integer(day.climbs)),
              ("climbed", .bool(day.isClimbed)),
              ("level", .integer(Int64(day.level)))
            )
          }
        )
      ),
    ])
  }
}

extension RatingTrend {
  fileprivate var json: JSON {
    mean.json([
      ("scale", .string(scale.name)),
      ("mean_hundredths", .number(mean.value)),
      (
        "rows",
        .array(
          rows.map { row in
            .members(
              ("from", .string(row.days.lowerBound.text)),
              ("to", .string(row.days.upperBound.text)),
              ("mean_hundredths", .number(row.meanHundredths)),
              ("sessions", .integer(Int64(row.count)))
            )
          }
        )
      ),
    ])
  }
}

extension ReadinessAndSends {
  fileprivate var json: JSON {
    levels.json([
      ("scale", .string(scale.name)),
      ("words", .string(words)),
      (
        "levels",
        .array(
          (levels.value ?? []).map { level in
            .members(
              ("value", .integer(level.value)),
              ("sessions", .integer(Int64(level.sessions))),
              ("sums", level.sums.json),
              ("send_rate_hundredths", .number(level.sendRate))
            )
          }
        )
      ),
    ])
  }
}
