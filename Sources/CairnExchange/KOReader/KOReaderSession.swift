public import Cairn

/// A reading session with one book, derived from page views.
public struct KOReaderSession: Sendable, Equatable {
  /// The book, with its id from `KOReaderStatistics.merging`.
  public let book: KOReaderBook
  /// The segments, ascending and disjoint, at least one.
  public private(set) var segments: [Segment]
  /// The first known position.
  public private(set) var startPosition: Position?
  /// The last known position.
  public private(set) var endPosition: Position?
  /// The pages viewed.
  private var seen: Set<Position> = []
  /// The stable key of a book and start time across imports: a JSON array of title, authors, MD5 and
  /// the second of the first page view.
  public let sourceKey: String

  /// Reading time without a pause.
  public struct Segment: Sendable, Equatable {
    /// The first instant.
    public let started: Instant
    /// The end, exclusive.
    public fileprivate(set) var ended: Instant
  }

  /// A position in a book; a page number has a meaning only within its layout.
  public struct Position: Sendable, Hashable {
    /// The page, from 1 to `totalPages`.
    public let page: Int64
    /// The page count of the layout.
    public let totalPages: Int64
  }

  /// The start of the first segment.
  public var started: Instant { segments[0].started }

  /// The end of the last segment.
  public var ended: Instant { segments[segments.count - 1].ended }

  /// The total time of the segments.
  public var active: Milliseconds {
    segments.reduce(.zero) { $0 + ($1.ended - $1.started) }
  }

  /// The number of distinct pages viewed, in pages of the last layout; nil without a known page.
  ///
  /// KOReader counts the same way: pages that were skipped, or viewed too briefly for KOReader to
  /// record, do not count.
  public var pages: Int64? {
    guard let total = endPosition?.totalPages else { return nil }
    let layouts = Dictionary(grouping: seen, by: \.totalPages)
    let pages = layouts.reduce(0.0) { $0 + Double($1.value.count) * Double(total) / Double($1.key) }
    return Int64(pages.rounded())
  }

  /// Starts a session with a page view, whose duration must be above 0.
  init(_ book: KOReaderBook, _ view: KOReaderView) {
    self.book = book
    segments = [Segment(started: view.started, ended: view.ended)]
    startPosition = view.position
    endPosition = view.position
    if let position = view.position { seen = [position] }
    sourceKey = Self.sourceKey(book, view)
  }

  /// Adds the next page view of the book in the order of start times.
  ///
  /// Time that an earlier view covers is not counted again. A view that starts where the last
  /// segment ends extends it.
  mutating func extend(_ view: KOReaderView) {
    startPosition = startPosition ?? view.position
    endPosition = view.position ?? endPosition
    if let position = view.position { seen.insert(position) }
    let start = max(view.started, ended)
    guard view.ended > start else { return }
    if start == ended {
      segments[segments.count - 1].ended = view.ended
    } else {
      segments.append(Segment(started: start, ended: view.ended))
    }
  }

  private static func sourceKey(_ book: KOReaderBook, _ view: KOReaderView) -> String {
    JSON.array([
      book.title.map { .string($0) } ?? .null,
      .array(book.authors.map { .string($0) }),
      book.md5.map { .string($0) } ?? .null,
      .integer(view.started.milliseconds / 1_000),
    ]).text
  }
}
