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
    "Running time on each civil day; a session over midnight gives each day its own minutes."
  )
  /// Sessions.
  public static let sessions = Insight(
    "sessions",
    "Sessions that ended, counted once, on the day they started."
  )
  /// Pages.
  public static let pages = Insight(
    "pages",
    "Pages of reading sessions, spread over the days of each by its minutes; "
      + "pages read again count again."
  )
  /// Means per day, week, month or year.
  public static let average = Insight(
    "average",
    "All of it divided by the days, weeks, months or years of the period, empty ones included, but "
      + "none before the first session of the log or after today; of several, one that is cut off "
      + "counts in part."
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
    "Running time and pages by the hour on the clock where it was, under the weekday of the civil "
      + "day; pauses are left out."
  )
  /// The three-hour window with the most sessions.
  public static let bestWindow = Insight(
    "best_window",
    "The three hours in a row in which most sessions began, over all weekdays, from ten sessions "
      + "on; of several those with the most running time, then the earliest."
  )
  /// The reading time left in a book.
  public static let timeLeft = Insight(
    "time_left",
    "Pages left divided by the pace of this reading, from three sessions of it with pages and time "
      + "on, pages of other editions taken as shares; the range takes the quartiles of the paces on "
      + "its last fourteen days with pages."
  )
  /// The estimated finish date of a book.
  public static let finish = Insight(
    "finish",
    "Pages left divided by the pages a day since the first of the last fourteen days of this reading "
      + "with pages, or after a break of over four weeks, from three sessions on; "
      + "the range takes the quartiles of those days."
  )
}

extension Insight {
  /// Finished books.
  public static let books = Insight(
    "books",
    "Readings that were finished, each counted in the day, week, month or year that surely holds "
      + "its finish: one finished in a year is in no month of it; a book read twice counts twice."
  )
  /// Pages of finished books.
  public static let bookPages = Insight(
    "book_pages",
    "Pages of the editions of the readings that were finished."
  )
  /// Ratings.
  public static let ratings = Insight(
    "ratings",
    "Ratings of the readings that were finished, to the nearest star, halves up, never below one; "
      + "the average is that of the exact ratings."
  )
  /// The longest and the shortest book.
  public static let length = Insight(
    "length",
    "The readings finished with the most and with the fewest pages; the earliest of several."
  )
  /// The fastest and the slowest book.
  public static let speed = Insight(
    "speed",
    "The readings finished in the fewest and in the most days from start to finish, "
      + "where both days are known; the earliest of several."
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
    "Pauses inside sessions that ended, by the reason given, and those a session ended in, without "
      + "time, when a reason was; focus is running time divided by running time and pauses."
  )
  /// Places.
  public static let places = Insight(
    "places",
    "Running time of sessions by the place given, under the day they started."
  )

  /// All insights, in the order of their page.
  public static let all =
    [
      time, sessions, pages, average, pace, recentPace, pattern, bestWindow, timeLeft, finish,
      books,
      bookPages, ratings, length, speed, mood, interruptions, places,
    ] + ofClimbing + ofListening + ofDiversity
}
