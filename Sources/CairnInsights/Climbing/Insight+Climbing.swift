extension Insight {
  /// Climbs, sessions, sends and partners.
  public static let climbing = Insight(
    "climbing",
    "Climbs of sessions that ended, on the day the session started, and of days without one; the send "
      + "rate is sends out of attempts with a known result at climbs logged here, partners are different names."
  )
  /// The grade pyramid.
  public static let pyramid = Insight(
    "grade_pyramid",
    "Climbs, attempts, sends, routes sent and sends first go by grade, of one discipline in one scale; a grade "
      + "between two counts as the easier, empty ones are shown, what the scale lacks has its own rows."
  )
  /// The hardest sends.
  public static let hardestSend = Insight(
    "hardest_send",
    "The hardest grade with a send, of each discipline in each scale; a grade between two lies "
      + "between them, and of several climbs the earliest counts."
  )
  /// The hardest send of each period.
  public static let progression = Insight(
    "grade_progression",
    "The hardest grade with a send in each week, month or year, of one discipline in one scale."
  )
  /// Send and flash rates.
  public static let rates = Insight(
    "climbing_rates",
    "Sends divided by attempts with a known result, and onsights and flashes divided by sends; only "
      + "of climbs logged here, since what other programs logged rarely holds the falls."
  )
  /// Climbs and attempts per period.
  public static let volume = Insight(
    "climbing_volume",
    "Climbs and attempts in each week, month or year, empty ones too."
  )
  /// Climbing time per period.
  public static let climbingTime = Insight(
    "climbing_time",
    "Running time of climbing in each week, month or year, a session over midnight in each with its "
      + "own minutes; the mean is that of the sessions that started there."
  )
  /// Climbs by discipline.
  public static let disciplines = Insight(
    "disciplines",
    "Climbs by what the climb says it was, else its session; the share is of all climbs."
  )
  /// Tags that helped or hindered.
  public static let climbTags = Insight(
    "climb_tags",
    "Climbs on which a tag helped, and on which it hindered; the radar has the eight tags with most "
      + "marks, from three on, in the scale of the larger of the two, and the table has all."
  )
  /// Climbs per day.
  public static let climbingDays = Insight(
    "climbing_days",
    "Climbs on each day, those of a session on the day it started; a day with a session and no climb "
      + "has the palest shade, and is none of the days with climbs."
  )
  /// The climber's ratings.
  public static let felt = Insight(
    "climbing_felt",
    "The mean of the values given in each week, month or year, over sessions that started there and "
      + "have one."
  )
  /// Sends by readiness.
  public static let readiness = Insight(
    "readiness_and_sends",
    "Sends divided by attempts with a known result, of climbs logged here, by the readiness given "
      + "before the session; from ten sessions on, and of a value from three on."
  )
  /// The streak of weeks with climbing.
  public static let climbingStreak = Insight(
    "climbing_streak",
    "Weeks in a row with a climbing session, or with a climb of a day without one; alive while the "
      + "last one is this week or the one before."
  )

  /// All climbing insights, in the order of their page.
  public static let ofClimbing = [
    climbing, pyramid, hardestSend, progression, rates, volume, climbingTime, disciplines,
    climbTags,
    climbingDays, felt, readiness, climbingStreak,
  ]
}

extension Exclusion {
  static func ungraded(_ count: Int) -> Exclusion { Exclusion("no grade", count) }
  static func unordered(_ count: Int) -> Exclusion {
    Exclusion("a grade its scale does not have", count)
  }
  static func imported(_ count: Int) -> Exclusion { Exclusion("logged by another program", count) }
  static func unknownResult(_ count: Int64) -> Exclusion {
    Exclusion("attempts without a known result", Int(count))
  }
}
