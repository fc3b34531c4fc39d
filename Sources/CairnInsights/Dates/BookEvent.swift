public import Cairn

/// Something that happened on a date: to a book, or a round number that was reached.
public struct BookEvent: Sendable, Equatable {
  /// What can happen.
  public struct What: Sendable, Hashable {
    /// The name, the same on every surface.
    public let name: String

    /// A reading began.
    public static let started = What(name: "started")
    /// A book was read to its end.
    public static let finished = What(name: "finished")
    /// A book was given up.
    public static let gaveUp = What(name: "gave_up")
    /// A book was put back onto the shelf.
    public static let putBack = What(name: "put_back")
    /// So many books were finished.
    public static let books = What(name: "books")
    /// So many whole hours were recorded.
    public static let hours = What(name: "hours")

    /// In the order in which they come on one date.
    static let all = [started, finished, gaveUp, putBack, books, hours]
  }

  /// When, as far as it is known.
  public let date: PartialDay
  /// What.
  public let what: What
  /// The book, or nil for a round number.
  public let entry: Identifier<Entry>?
  /// Its title, or nil for a round number.
  public let title: String?
  /// The days a book that was finished took, or the round number; nil when there is none.
  public let number: Int64?

  init(_ what: What, _ date: PartialDay, of span: ReadingSpan? = nil, number: Int64? = nil) {
    self.what = what
    self.date = date
    entry = span?.entry
    title = span?.title
    self.number = number
  }

  /// Earlier dates first, the vaguer of two that begin together, then in the order of ``What``.
  func precedes(_ other: BookEvent) -> Bool {
    if date != other.date { return date < other.date }
    if what != other.what { return rank < other.rank }
    let (mine, theirs) = (title ?? "", other.title ?? "")
    if mine != theirs { return mine < theirs }
    guard let entry, let others = other.entry, entry != others else {
      return (number ?? 0) < (other.number ?? 0)
    }
    return entry < others
  }

  private var rank: Int { What.all.firstIndex(of: what) ?? What.all.count }
}

extension ReadingSpan {
  /// What happened on the dates of the reading that are known.
  public var events: [BookEvent] {
    var events: [BookEvent] = []
    if let started { events.append(BookEvent(.started, started, of: self)) }
    guard let ended, let outcome else { return events }
    switch outcome {
    case .finished:
      events.append(BookEvent(.finished, ended, of: self, number: days.map { Int64($0) }))
    case .gaveUp: events.append(BookEvent(.gaveUp, ended, of: self))
    default: events.append(BookEvent(.putBack, ended, of: self))
    }
    return events
  }
}
