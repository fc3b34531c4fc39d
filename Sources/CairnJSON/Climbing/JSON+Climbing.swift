import Cairn
package import CairnInsights

// The JSON form of climbing insights, documented in `docs/climbing.md`.

/// Climbing insights with the name of their period.
package struct ClimbingReport: JSONModel {
  let insights: ClimbingInsights
  let period: String

  /// Creates the report.
  package init(_ insights: ClimbingInsights, _ period: String) {
    (self.insights, self.period) = (insights, period)
  }

  package static let fields: JSONFields<ClimbingReport> = [
    .init("period", \.period),
    .init("from", \.insights.days.lowerBound),
    .init("to", \.insights.days.upperBound),
    .init("by", .choice(Cadence.all.map(\.noun)), \.insights.periods.cadence.noun),
    .init("overview", \.insights.overview),
    .init("ladders", \.insights.ladders),
    .figure("graded", \.insights.graded, [.init("climbs", \.value)]),
    .init("rates", \.insights.rates),
    .init("volume", \.insights.volume),
    .figure(
      "disciplines",
      \.insights.disciplines,
      [.init("rows") { $0.value ?? [] }]
    ),
    .figure("tags", \.insights.tags, [.init("rows") { $0.value ?? [] }]),
    .init("days", \.insights.activity),
    .init("ratings", \.insights.ratings),
    .init("readiness", \.insights.readiness),
    .object("streak", \.insights.streak, streak),
  ]

  private static let streak: JSONFields<Streak> = [
    .init("weeks", \.current),
    .init("longest", \.longest),
    .init("open", \.isOpen),
    .init("counted", \.counted),
    .init("definition") { _ in Insight.climbingStreak.definition },
  ]
}

extension GradePyramid: JSONModel {
  package static let fields = JSONFields<GradePyramid>(
    named: "GradePyramid",
    [
      .init("discipline", \.ladder.discipline),
      .init("scale", \.ladder.scale),
      .list(
        "rows",
        \.rows,
        [
          .init("grade", \.grade),
          .init("in_scale", \.isOrdered),
          .init("climbs", \.climbs),
          .init("sums", \.sums),
          .init("convention", \.convention),
        ]
      ),
    ],
    figure: \.figure
  )

  /// The fields of several pyramids.
  package static let listFields: JSONFields<[GradePyramid]> = [
    .init("convention") { _ in GradePyramid.convention },
    .init("pyramids") { $0 },
  ]
}

extension ClimbingOverview: JSONModel {
  package static let fields = JSONFields<ClimbingOverview>(
    [
      .init("climbs", \.climbs),
      .init("climbs_sent", \.sent),
      .init("sessions", \.sessions),
      .init("active_seconds", \.time),
      .init("days", \.days),
      .init("partners", \.partners),
      .init("sums", \.sums),
      .init("send_rate_hundredths", \.sendRate.value),
    ],
    figure: \.sendRate
  )
}

extension AttemptSums: JSONModel {
  package static let fields = JSONFields<AttemptSums>(
    named: "AttemptSums",
    [
      .init("attempts", \.attempts),
      .init("unknown", \.unknown),
      .init("sends", \.sends),
      .init("onsights", \.onsights),
      .init("flashes", \.flashes),
      .init("first_sends", \.firstSends),
    ]
  )
}

extension ClimbingInsights.OnLadder: JSONModel {
  package static let fields = JSONFields<ClimbingInsights.OnLadder>(
    named: "ClimbingLadder",
    [
      .init("discipline", \.ladder.discipline),
      .init("scale", \.ladder.scale),
      .init("pyramid", \.pyramid),
      .figure(
        "hardest",
        \.hardest,
        [
          .init("grade") { $0.value?.grade.text },
          .init("climb_id") { $0.value?.climb },
          .init("day") { $0.value?.day },
        ]
      ),
      .init("progression", \.progression),
    ]
  )
}

extension GradeProgression: JSONModel {
  package static let fields = JSONFields<GradeProgression>(
    [
      .list(
        "points",
        \.points,
        [
          .init("from", \.days.lowerBound),
          .init("to", \.days.upperBound),
          .init("grade") { $0.grade?.text },
          .init("climbs_sent", \.sent),
        ]
      )
    ],
    figure: \.figure
  )
}

extension ClimbingRates: JSONModel {
  package static let fields: JSONFields<ClimbingRates> = [
    .figure("send_rate", \.sendRate, [.init("hundredths", \.value)]),
    .figure("flash_rate", \.flashRate, [.init("hundredths", \.value)]),
    .list(
      "rows",
      \.rows,
      [
        .init("discipline", \.discipline),
        .init("climbs", \.climbs),
        .init("sums", \.sums),
        .init("send_rate_hundredths", \.sums.sendRate),
        .init("flash_rate_hundredths", \.sums.flashRate),
      ]
    ),
  ]
}

extension ClimbingVolume: JSONModel {
  package static let fields: JSONFields<ClimbingVolume> = [
    .init("definition") { _ in Insight.volume.definition },
    .figure("session", \.session, [.init("mean_seconds", \.value)]),
    .list(
      "rows",
      \.rows,
      [
        .init("from", \.days.lowerBound),
        .init("to", \.days.upperBound),
        .init("climbs", \.climbs),
        .init("attempts", \.attempts),
        .init("sessions", \.sessions),
        .init("active_seconds", \.time),
        .init("mean_seconds", \.mean),
      ]
    ),
  ]
}

extension DisciplineShare: JSONModel {
  package static let fields: JSONFields<DisciplineShare> = [
    .init("discipline", \.discipline),
    .init("climbs", \.climbs),
    .init("sums", \.sums),
    .init("share_hundredths", \.shareHundredths),
  ]
}

extension TagBalance: JSONModel {
  package static let fields = JSONFields<TagBalance>(
    ClimbTag.fields.flattened(\.tag),
    [.init("helped", \.helped), .init("hindered", \.hindered)]
  )
}

extension ClimbingDays: JSONModel {
  package static let fields = JSONFields<ClimbingDays>(
    [
      .init("active_days", \.figure.count),
      .init("step", \.shades.step),
      .list(
        "days",
        \.days,
        [
          .init("day", \.day),
          .init("climbs", \.climbs),
          .init("climbed", \.isClimbed),
          .init("level", .integer(0...4), \.level),
        ]
      ),
    ],
    figure: \.figure
  )
}

extension RatingTrend: JSONModel {
  package static let fields = JSONFields<RatingTrend>(
    [
      .init("scale", \.scale.name),
      .init("mean_hundredths", \.mean.value),
      .list(
        "rows",
        \.rows,
        [
          .init("from", \.days.lowerBound),
          .init("to", \.days.upperBound),
          .init("mean_hundredths", \.meanHundredths),
          .init("sessions", \.count),
        ]
      ),
    ],
    figure: \.mean
  )
}

extension ReadinessAndSends: JSONModel {
  package static let fields = JSONFields<ReadinessAndSends>(
    [
      .init("scale", \.scale.name),
      .init("note", \.note),
      .list(
        "levels",
        { $0.levels.value ?? [] },
        [
          .init("value", .integer(1...5), \.value),
          .init("sessions", \.sessions),
          .init("sums", \.sums),
          .init("send_rate_hundredths", \.sendRate),
        ]
      ),
    ],
    figure: \.levels
  )
}
