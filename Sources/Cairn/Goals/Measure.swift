/// What is counted toward a goal or a streak.
public struct Measure: Named {
  /// The stored name, which is also the plural: `minutes`.
  public let name: String
  /// One of them: `minute`.
  public let noun: String

  private init(_ name: String, _ noun: String) {
    self.name = name
    self.noun = noun
  }

  /// Whole minutes of running time, rounded down once for the period.
  public static let minutes = Measure("minutes", "minute")
  /// Pages read in sessions.
  public static let pages = Measure("pages", "page")
  /// Readings of books that were finished; a book read twice counts twice.
  public static let books = Measure("books", "book")
  /// Sessions, each under the day it started.
  public static let sessions = Measure("sessions", "session")

  /// All four.
  public static let all = [minutes, pages, books, sessions]

  /// The measure a person means, in the plural or the singular; nil for one that is not known.
  public init?(word: String) {
    guard let measure = Self.all.first(where: { $0.name == word || $0.noun == word })
    else { return nil }
    self = measure
  }

  /// A number of them: `1 page`, `30 pages`.
  public func counted(_ number: Int64) -> String { "\(number) \(number == 1 ? noun : name)" }
}
