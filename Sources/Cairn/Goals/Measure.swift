/// A measure for goals and streaks.
public struct Measure: Named {
  /// The stored name, which is also the plural: `minutes`.
  public let name: String
  /// The singular: `minute`.
  public let noun: String

  private init(_ name: String, _ noun: String) {
    self.name = name
    self.noun = noun
  }

  /// Whole minutes of running time, rounded down once per period.
  public static let minutes = Measure("minutes", "minute")
  /// Pages read in sessions.
  public static let pages = Measure("pages", "page")
  /// Finished read-throughs; a book that was read twice counts twice.
  public static let books = Measure("books", "book")
  /// Sessions, each on the day it started.
  public static let sessions = Measure("sessions", "session")

  /// All four.
  public static let all = [minutes, pages, books, sessions]

  /// Creates the measure for a typed plural or singular; nil if it is unknown.
  public init?(word: String) {
    guard let measure = Self.all.first(where: { $0.name == word || $0.noun == word })
    else { return nil }
    self = measure
  }

  /// Returns a number with its noun: `1 page`, `3,000 pages`.
  public func counted(_ number: Int64) -> String { Cairn.counted(number, noun, name) }
}
