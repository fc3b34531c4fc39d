public import Cairn

/// Sets the position in a book, with or without a running session.
public struct UpdatePosition: Sendable {
  /// The book.
  public var book: Identifier<Entry>
  /// The position.
  public var position: PositionInput
  /// The page count of the edition; nil leaves it unchanged.
  public var pageCount: Int64?
  /// Whether it was reached before the running session, which then starts there.
  public var wasBefore = false
  /// The time zone of the day.
  public var zone: String

  /// Whether it was before the session.
  package static let before = InputField.flag("before", "You reached it before the running session")

  /// Reads the fields.
  public init(
    _ position: PositionInput,
    in book: Identifier<Entry>,
    _ input: some ActInput,
    zone: String
  ) throws(CairnError) {
    self.init(position, in: book, zone: zone)
    pageCount = try input.number(StartReading.pageCount) ?? nil
    wasBefore = try input.flag(Self.before) == true
  }

  /// Creates the act.
  public init(_ position: PositionInput, in book: Identifier<Entry>, zone: String) {
    (self.position, self.book, self.zone) = (position, book, zone)
  }

  /// Sets the position.
  ///
  /// Throws `reading.not_on_shelf`, and the errors of ``PositionInput/position(in:)`` and ``SetPageCount/run(in:)``.
  public func run(in store: some RecordStore) throws(CairnError) {
    if let pageCount { try SetPageCount(pageCount, of: book).run(in: store) }
    let today = try store.day(at: store.now, zone: zone)
    let position = try position.position(in: store.book(book))
    try store.reach(position, in: book, today: today, before: wasBefore)
  }
}
