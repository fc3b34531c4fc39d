public import Cairn

/// A sitting with one book, derived from page views.
public struct KOReaderSession: Sendable, Equatable {
  /// The book, numbered as `KOReaderStatistics.merging` does.
  public let book: KOReaderBook
  /// The stretches of reading: ascending, apart from each other, at least one.
  public private(set) var segments: [Segment]
  /// Where the reading began, as far as known.
  public private(set) var startPosition: Position?
  /// Where the reading ended, as far as known.
  public private(set) var endPosition: Position?
  /// The pages that were looked at.
  private var seen: Set<Position> = []
  /// The same for the same book and beginning in every import: a JSON array of title, authors, MD5
  /// and the second of the first page view.
  public let sourceKey: String

  /// A stretch of reading without a pause.
  public struct Segment: Sendable, Equatable {
    /// The first instant.
    public let started: Instant
    /// The first instant after it.
    public fileprivate(set) var ended: Instant
  }

  /// A place in a book: a page means something only among the pages of its layout.
  public struct Position: Sendable, Hashable {
    /// The page, from 1 to `totalPages`.
    public let page: Int64
    /// The pages of the layout.
    public let totalPages: Int64

    /// The part of the book before the end of this page, above 0 and at most 1.
    public var fraction: Double { Double(page) / Double(totalPages) }
  }

  /// When the first stretch began.
  public var started: Instant { segments[0].started }

  /// When the last stretch ended.
  public var ended: Instant { segments[segments.count - 1].ended }

  /// The time read: all stretches together.
  public var active: Milliseconds {
    segments.reduce(.zero) { $0 + ($1.ended - $1.started) }
  }

  /// How many different pages were looked at, in pages of the layout at the end; nil when no page
  /// is known.
  ///
  /// KOReader counts pages so. Those that were passed over within its few seconds, or jumped over,
  /// are none of them.
  public var pages: Int64? {
    guard let total = endPosition?.totalPages else { return nil }
    let layouts = Dictionary(grouping: seen, by: \.totalPages)
    let pages = layouts.reduce(0.0) { $0 + Double($1.value.count) * Double(total) / Double($1.key) }
    return Int64(pages.rounded())
  }

  /// Begins with one page view, which must have a duration above 0.
  init(_ book: KOReaderBook, _ view: KOReaderView) {
    self.book = book
    segments = [Segment(started: view.started, ended: view.ended)]
    startPosition = view.position
    endPosition = view.position
    if let position = view.position { seen = [position] }
    sourceKey = Self.sourceKey(book, view)
  }

  /// Takes the next page view of the book in the order of their starts.
  ///
  /// Time that an earlier view covers already is not counted again; a view that begins where time
  /// covered ends makes its stretch longer.
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
