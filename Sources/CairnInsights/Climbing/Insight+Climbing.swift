extension Insight {
  /// Climbs, sessions, sends and partners.
  public static let climbing = Insight(
    "climbing",
    "Climbs of ended sessions, on the day the session started, and of days without a session; the "
      + "send rate is sends out of attempts with a known result at climbs logged here; partners are "
      + "counted by name."
  )
  /// The grade pyramid.
  public static let pyramid = Insight(
    "grade_pyramid",
    "Climbs, attempts, sends, routes sent and first-go sends by grade, for one discipline in one "
      + "scale; a split grade counts as the easier one, empty grades are shown, and grades outside the "
      + "scale have separate rows."
  )
  /// The hardest sends.
  public static let hardestSend = Insight(
    "hardest_send",
    "The hardest grade with a send, for each discipline in each scale; a split grade ranks between "
      + "its two grades, and ties go to the earliest climb."
  )
  /// The hardest send of each period.
  public static let progression = Insight(
    "grade_progression",
    "The hardest grade with a send in each week, month or year, for one discipline in one scale."
  )
  /// Send and flash rates.
  public static let rates = Insight(
    "climbing_rates",
    "Sends divided by attempts with a known result, and onsights and flashes divided by sends; only "
      + "climbs logged here count, because imported logs rarely include falls."
  )
  /// Climbs and attempts per period.
  public static let volume = Insight(
    "climbing_volume",
    "Climbs and attempts in each week, month or year, including empty ones."
  )
  /// Climbing time per period.
  public static let climbingTime = Insight(
    "climbing_time",
    "Running time of climbing in each week, month or year, with a session over midnight split between "
      + "its days; the mean covers the sessions that started there."
  )
  /// Climbs by discipline.
  public static let disciplines = Insight(
    "disciplines",
    "Climbs by their own discipline, or by that of their session; the share is of all climbs."
  )
  /// Tags that helped or hindered.
  public static let climbTags = Insight(
    "climb_tags",
    "Climbs that a tag helped and climbs that it hindered; the radar shows the eight most used tags, "
      + "given at least three, scaled to the larger count, and the table shows all."
  )
  /// Climbs per day.
  public static let climbingDays = Insight(
    "climbing_days",
    "Climbs on each day, those of a session on the day it started; a day with a session but no climb "
      + "has the palest shade and does not count as a day with climbs."
  )
  /// The climber's ratings.
  public static let sessionRatings = Insight(
    "session_ratings",
    "The mean of the values set in each week, month or year, over sessions that started there and "
      + "have one."
  )
  /// Sends by readiness.
  public static let readiness = Insight(
    "readiness_and_sends",
    "Sends divided by attempts with a known result, for climbs logged here, by the readiness set "
      + "before the session; given at least ten sessions, and three for a value."
  )
  /// The streak of weeks with climbing.
  public static let climbingStreak = Insight(
    "climbing_streak",
    "Consecutive weeks with a climbing session, or with a climb on a day without one; active while "
      + "the last one is this week or the previous one."
  )

  /// All climbing insights, in the order of their page.
  public static let ofClimbing = [
    climbing, pyramid, hardestSend, progression, rates, volume, climbingTime, disciplines,
    climbTags,
    climbingDays, sessionRatings, readiness, climbingStreak,
  ]
}

extension Exclusion {
  static func ungraded(_ count: Int) -> Exclusion { Exclusion("no grade", count) }
  static func unordered(_ count: Int) -> Exclusion {
    Exclusion("a grade not in its scale", count)
  }
  static func imported(_ count: Int) -> Exclusion { Exclusion("logged by another app", count) }
  static func unknownResult(_ count: Int64) -> Exclusion {
    Exclusion("attempts without a known result", Int(count))
  }
}
