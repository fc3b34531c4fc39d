/// The definition of a figure, with its name in JSON and commands.
public struct Insight: Sendable, Hashable {
  /// The name.
  public let name: String
  /// How the figure is computed, in one sentence; the same in JSON, commands and pages.
  public let definition: String

  init(_ name: String, _ definition: String) {
    self.name = name
    self.definition = definition
  }
}

extension Insight {
  /// Running time.
  public static let time = Insight(
    "time",
    "Running time on each calendar day; a session over midnight is split between its days."
  )
  /// Sessions.
  public static let sessions = Insight(
    "sessions",
    "Sessions that ended, counted once, on the day they started."
  )
  /// Pages.
  public static let pages = Insight(
    "pages",
    "Pages of reading sessions, divided among the days of each in proportion to time; pages read "
      + "again count again."
  )
  /// Means per day, week, month or year.
  public static let average = Insight(
    "average",
    "The total divided by the days, weeks, months or years of the period, including empty ones but "
      + "none before the first session or after today; of several periods, a partial one counts in part."
  )
  /// Pages per hour.
  public static let pace = Insight(
    "pace",
    "All pages divided by all hours, over sessions with pages and time."
  )
  /// Pages per hour in the last four weeks.
  public static let recentPace = Insight(
    "recent_pace",
    "All pages divided by all hours, over sessions with pages and time that started today or in "
      + "the 27 days before."
  )
}

extension Insight {
  /// Time by hour and weekday.
  public static let pattern = Insight(
    "pattern",
    "Running time and pages by local hour and calendar weekday; pauses are excluded."
  )
  /// The three-hour window with the most sessions.
  public static let bestWindow = Insight(
    "best_window",
    "The three consecutive hours in which most sessions started, over all weekdays, given at least "
      + "ten sessions; ties go to the most running time, then to the earliest."
  )
  /// The reading time left in a book.
  public static let timeLeft = Insight(
    "time_left",
    "Pages left, or percent without a page count, divided by the pace of this reading, given at least three "
      + "sessions with both; pages of other editions are converted; the range is the quartiles of its last "
      + "fourteen days."
  )
  /// The estimated finish date of a book.
  public static let finish = Insight(
    "finish",
    "Pages left divided by the pages a day from the first of this reading’s last fourteen days with "
      + "pages, or from the end of a break over four weeks, given at least three sessions; the range "
      + "is the quartiles of those days."
  )
}

extension Insight {
  /// Finished books.
  public static let books = Insight(
    "books",
    "Finished readings, each counted in the day, week, month or year that certainly contains its finish: "
      + "one with only a year counts in no month; a book read twice counts twice."
  )
  /// Pages of finished books.
  public static let bookPages = Insight(
    "book_pages",
    "Pages of the editions of finished readings."
  )
  /// Ratings.
  public static let ratings = Insight(
    "ratings",
    "Ratings of finished readings, rounded to the nearest star, halves up, at least one; the average "
      + "uses the exact ratings."
  )
  /// The longest and the shortest book.
  public static let length = Insight(
    "length",
    "The finished readings with the most and the fewest pages; ties go to the earliest."
  )
  /// The fastest and the slowest book.
  public static let speed = Insight(
    "speed",
    "The finished readings with the fewest and the most days from start to finish, where both dates are "
      + "known; ties go to the earliest."
  )
}

extension Insight {
  /// Mood before and after sessions.
  public static let mood = Insight(
    "mood",
    "The mean mood before and after, from 1 to 5, over sessions with both."
  )
  /// Interruptions.
  public static let interruptions = Insight(
    "interruptions",
    "Pauses inside ended sessions, by reason, and the reasons that ended a session, which have no "
      + "time; focus is running time divided by running time plus pauses."
  )
  /// Places.
  public static let places = Insight(
    "places",
    "Running time of sessions by place, on the day they started."
  )
  /// Tags.
  public static let tags = Insight(
    "tags",
    "Running time of sessions by tag, on the day they started; a session with several tags counts for each."
  )

  /// All insights, in the order of their page.
  public static let all =
    [
      time, sessions, pages, average, pace, recentPace, pattern, bestWindow, timeLeft, finish,
      books,
      bookPages, ratings, length, speed, mood, interruptions, places, tags,
    ] + ofClimbing + ofListening + ofDiversity
}
