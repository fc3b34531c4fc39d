/// One page view: a row of `page_stat_data`.
public struct KOReaderPage: Sendable, Equatable {
  /// The book by its number in the same file.
  public var bookID: Int64
  /// The page in the layout of the moment, from 1.
  public var page: Int64
  /// When the page came up, in seconds since 1970.
  public var startTime: Int64
  /// How long it was read, in seconds; KOReader has left out idle time already.
  public var duration: Int64
  /// The pages of the book in the layout of the moment.
  public var totalPages: Int64

  /// Makes a page view from the columns of its row.
  public init(bookID: Int64, page: Int64, startTime: Int64, duration: Int64, totalPages: Int64) {
    self.bookID = bookID
    self.page = page
    self.startTime = startTime
    self.duration = duration
    self.totalPages = totalPages
  }

  /// The duration when it is possible: from nothing to one day.
  var possibleDuration: Int64? { (0...86_400).contains(duration) ? duration : nil }
}
