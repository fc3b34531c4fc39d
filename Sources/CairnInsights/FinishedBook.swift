import Cairn

/// A finished reading with its dates, as precisely as they are known.
public struct FinishedBook: Sendable, Equatable {
  /// The title.
  public let title: String
  /// The page count of the edition; nil if unknown.
  public let pages: Int64?
  /// The rating in quarter stars, 1 to 20; nil without a rating.
  public let rating: Int64?
  /// The year in which it was finished; nil if unknown.
  public let year: Int32?
  /// The month in which it was finished, 1 to 12; nil if unknown.
  public let month: Int32?
  /// The days from start to finish, 0 on the same day; nil unless both dates are known to the day.
  public let days: Int32?

  /// Parses stored dates: `2026-03-05`, `2026-03`, `2026`, or nil.
  public init(title: String, pages: Int64?, rating: Int64?, started: String?, finished: String?) {
    (self.title, self.pages, self.rating) = (title, pages, rating)
    let parts = (finished ?? "").split(separator: "-").map { Int32($0) }
    year = parts.first ?? nil
    month = parts.count > 1 ? parts[1] : nil
    let first = started.flatMap { LocalDay(text: $0) }
    let last = finished.flatMap { LocalDay(text: $0) }
    if let first, let last, first <= last { days = last - first } else { days = nil }
  }
}
