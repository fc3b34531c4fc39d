/// One page view: a row of `page_stat_data`.
public struct KOReaderPage: Sendable, Equatable {
  /// The id of the book in the same file.
  public var bookID: Int64
  /// The page in the layout at the time, from 1.
  public var page: Int64
  /// The start time in seconds since 1970.
  public var startTime: Int64
  /// The reading time in seconds; KOReader has already excluded idle time.
  public var duration: Int64
  /// The page count in the layout at the time.
  public var totalPages: Int64

  /// Creates a page view from the columns of its row.
  public init(bookID: Int64, page: Int64, startTime: Int64, duration: Int64, totalPages: Int64) {
    self.bookID = bookID
    self.page = page
    self.startTime = startTime
    self.duration = duration
    self.totalPages = totalPages
  }

  /// The duration if it is valid: from 0 to one day.
  var possibleDuration: Int64? { (0...86_400).contains(duration) ? duration : nil }
}
