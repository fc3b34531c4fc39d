/// One reading of a book; each rereading is a read-through of its own.
public struct ReadThrough: Recorded {
  /// `read_through`.
  public static let recordKind = RecordKind("read_through")
  /// The ID.
  public let id: Identifier<ReadThrough>
  /// The entry that was read.
  public internal(set) var entry: Identifier<Entry>
  /// The start date, as precise as known.
  public internal(set) var started: PartialDay?
  /// The finish date; nil if unknown, or if it was not finished.
  public internal(set) var finished: PartialDay?
  /// The date on which it was given up or reset; never a finish.
  public internal(set) var stopped: PartialDay?
  /// The outcome; nil while it is open.
  public internal(set) var outcome: Outcome?
  /// The reason for giving up in the person's words; nil for any other outcome.
  public var reason: String? {
    get { outcome == .gaveUp ? storedReason : nil }
    set { storedReason = newValue }
  }
  /// The rating of this reading in quarter stars, 1–20, or nil.
  public var rating: Int64?
  /// The current position.
  public package(set) var position: Position?
  /// The edition at the finish; nil if unknown.
  public package(set) var edition: Identifier<Edition>?
  /// Whether the start date was set automatically and follows the sessions.
  public var isStartAutomatic = false
  /// Whether reaching the last page finished it, so that the finish follows the sessions.
  public package(set) var isFinishAutomatic = false
  /// The reason as it was entered, kept while the read-through is open again.
  private var storedReason: String?

  /// The outcome of a read-through.
  public struct Outcome: Named {
    /// The stored name.
    public let name: String

    private init(_ name: String) {
      self.name = name
    }

    /// Read to the end.
    public static let finished = Outcome("finished")
    /// Given up.
    public static let gaveUp = Outcome("gave_up")
    /// Put back on the shelf or the wishlist.
    public static let reset = Outcome("reset")

    /// All three outcomes.
    public static let all = [finished, gaveUp, reset]
  }

  /// Creates an open read-through.
  public init(
    id: Identifier<ReadThrough>,
    entry: Identifier<Entry>,
    started: PartialDay? = nil
  ) {
    self.id = id
    self.entry = entry
    self.started = started
  }

  /// Creates a finished read-through, with the day if it is known.
  public init(
    id: Identifier<ReadThrough>,
    entry: Identifier<Entry>,
    finished day: PartialDay?
  ) {
    self.init(id: id, entry: entry)
    finished = day
    outcome = .finished
  }

  /// Creates a read-through that was given up, with the day if it is known.
  public init(
    id: Identifier<ReadThrough>,
    entry: Identifier<Entry>,
    gaveUp day: PartialDay?
  ) {
    self.init(id: id, entry: entry)
    stopped = day
    outcome = .gaveUp
  }

  /// Creates a read-through in progress, with the position if it is known.
  public init(
    id: Identifier<ReadThrough>,
    entry: Identifier<Entry>,
    started day: PartialDay?,
    at position: Position?
  ) {
    self.init(id: id, entry: entry, started: day)
    self.position = position
  }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads a read-through from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    entry = try fields.required("entry", fields.id("entry"))
    started = try fields.partialDay("started")
    finished = try fields.partialDay("finished")
    stopped = try fields.partialDay("stopped")
    if let name = try fields.text("outcome") {
      outcome = try fields.required("outcome", Outcome(name: name))
    }
    storedReason = try fields.text("reason")
    rating = try fields.integer("rating", in: Entry.ratings)
    if let text = try fields.text("position") { position = try Position(text: text) }
    edition = try fields.id("edition")
    isStartAutomatic = try fields.bool("isStartAutomatic") ?? false
    isFinishAutomatic = try fields.bool("isFinishAutomatic") ?? false
  }

  /// Sets every field of a read-through.
  public func write(to fields: inout Fields) {
    fields.set("entry", entry)
    fields.set("started", started?.text)
    fields.set("finished", finished?.text)
    fields.set("stopped", stopped?.text)
    fields.set("outcome", outcome?.name)
    fields.set("reason", storedReason)
    fields.set("rating", rating)
    fields.set("position", position?.text)
    fields.set("edition", edition)
    fields.set("isStartAutomatic", isStartAutomatic ? true : nil)
    fields.set("isFinishAutomatic", isFinishAutomatic ? true : nil)
  }
}
