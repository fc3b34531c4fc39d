import Cairn

/// A reading that was finished, with its dates as far as they are known.
public struct FinishedBook: Sendable, Equatable {
  /// The title.
  public let title: String
  /// The pages of the edition; nil when unknown.
  public let pages: Int64?
  /// The rating in quarter stars, 1 to 20; nil when there is none.
  public let rating: Int64?
  /// The year of the finish; nil when unknown.
  public let year: Int32?
  /// The month of the finish, 1 to 12; nil when unknown.
  public let month: Int32?
  /// Days from start to finish, 0 on the same day; nil unless both days are known.
  public let days: Int32?

  /// Reads dates as they are kept: `2026-03-05`, `2026-03`, `2026`, or nil.
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
