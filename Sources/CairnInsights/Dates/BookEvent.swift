public import Cairn

/// A dated event: a reading that started or ended, or a milestone.
public struct BookEvent: Sendable, Equatable {
  /// The kind of an event.
  public struct Kind: Sendable, Hashable {
    /// The name, the same in JSON, commands and pages.
    public let name: String

    /// A reading started.
    public static let started = Kind(name: "started")
    /// A book was finished.
    public static let finished = Kind(name: "finished")
    /// A book was abandoned.
    public static let gaveUp = Kind(name: "gave_up")
    /// A book was put back on the shelf.
    public static let putBack = Kind(name: "put_back")
    /// A number of finished books was reached.
    public static let books = Kind(name: "books")
    /// A number of tracked hours was reached.
    public static let hours = Kind(name: "hours")

    /// All kinds, in their order within one date.
    static let all = [started, finished, gaveUp, putBack, books, hours]
  }

  /// The date, as precisely as known.
  public let date: PartialDay
  /// The kind of the event.
  public let kind: Kind
  /// The book, or nil for a milestone.
  public let entry: Identifier<Entry>?
  /// The book's title, or nil for a milestone.
  public let title: String?
  /// The days that a finished book took, or the milestone's number; nil if neither applies.
  public let number: Int64?

  init(_ kind: Kind, _ date: PartialDay, of span: ReadingSpan? = nil, number: Int64? = nil) {
    self.kind = kind
    self.date = date
    entry = span?.entry
    title = span?.title
    self.number = number
  }

  /// Whether this event sorts first: by date, the less precise date first, then by ``Kind``.
  func precedes(_ other: BookEvent) -> Bool {
    if date != other.date { return date < other.date }
    if kind != other.kind { return rank < other.rank }
    let (mine, theirs) = (title ?? "", other.title ?? "")
    if mine != theirs { return mine < theirs }
    guard let entry, let others = other.entry, entry != others else {
      return (number ?? 0) < (other.number ?? 0)
    }
    return entry < others
  }

  private var rank: Int { Kind.all.firstIndex(of: kind) ?? Kind.all.count }
}

extension ReadingSpan {
  /// The events on the known dates of the reading.
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
