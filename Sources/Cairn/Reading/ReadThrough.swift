/// One reading of a work; reading it again is another one.
public struct ReadThrough: Recorded {
  /// `read_through`.
  public static let recordKind = RecordKind("read_through")
  /// The identity.
  public let id: Identifier<ReadThrough>
  /// The entry that was read.
  public internal(set) var entry: Identifier<Entry>
  /// The civil date it was started, as far as it is known.
  public internal(set) var started: PartialDay?
  /// The civil date it was finished; nil when unknown, or not finished.
  public internal(set) var finished: PartialDay?
  /// The civil date it was given up or put back; never a finish.
  public internal(set) var stopped: PartialDay?
  /// How it came to an end; nil while it is open.
  public internal(set) var outcome: Outcome?
  /// Why it was given up, in the person's words; nil unless that is how it came to an end.
  public var reason: String? {
    get { outcome == .gaveUp ? words : nil }
    set { words = newValue }
  }
  /// The rating of this reading in quarter stars, 1–20, or nil.
  public var rating: Int64?
  /// Where the reader is.
  public package(set) var position: Position?
  /// The edition it was finished in; nil when none is known.
  public package(set) var edition: Identifier<Edition>?
  /// Whether the start was set by itself, so that it follows the sessions.
  public var isStartAutomatic = false
  /// Whether the last page finished it, so that the finish follows the sessions.
  public package(set) var isFinishAutomatic = false
  /// The reason as it was given, kept while the reading is open again.
  private var words: String?

  /// How a reading came to an end.
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
    /// Put back onto the shelf or the wishlist.
    public static let reset = Outcome("reset")

    /// All three.
    public static let all = [finished, gaveUp, reset]
  }

  /// Opens a reading.
  public init(
    id: Identifier<ReadThrough>,
    entry: Identifier<Entry>,
    started: PartialDay? = nil
  ) {
    self.id = id
    self.entry = entry
    self.started = started
  }

  /// Records a reading that was finished, on a day when it is known.
  public init(
    id: Identifier<ReadThrough>,
    entry: Identifier<Entry>,
    finished day: PartialDay?
  ) {
    self.init(id: id, entry: entry)
    finished = day
    outcome = .finished
  }

  /// Records a reading that was given up, on a day when it is known.
  public init(
    id: Identifier<ReadThrough>,
    entry: Identifier<Entry>,
    gaveUp day: PartialDay?
  ) {
    self.init(id: id, entry: entry)
    stopped = day
    outcome = .gaveUp
  }

  /// Records a reading that is under way, at a place when it is known.
  public init(
    id: Identifier<ReadThrough>,
    entry: Identifier<Entry>,
    started day: PartialDay?,
    at position: Position?
  ) {
    self.init(id: id, entry: entry, started: day)
    self.position = position
  }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads a reading; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    entry = try fields.required("entry", fields.id("entry"))
    started = try fields.partialDay("started")
    finished = try fields.partialDay("finished")
    stopped = try fields.partialDay("stopped")
    if let name = try fields.text("outcome") {
      outcome = try fields.required("outcome", Outcome(name: name))
    }
    words = try fields.text("reason")
    rating = try fields.integer("rating", in: 1...20)
    if let text = try fields.text("position") { position = try Position(text: text) }
    edition = try fields.id("edition")
    isStartAutomatic = try fields.bool("isStartAutomatic") ?? false
    isFinishAutomatic = try fields.bool("isFinishAutomatic") ?? false
  }

  /// Sets every field of a reading.
  public func write(to fields: inout Fields) {
    fields.set("entry", entry)
    fields.set("started", started?.text)
    fields.set("finished", finished?.text)
    fields.set("stopped", stopped?.text)
    fields.set("outcome", outcome?.name)
    fields.set("reason", words)
    fields.set("rating", rating)
    fields.set("position", position?.text)
    fields.set("edition", edition)
    fields.set("isStartAutomatic", isStartAutomatic ? true : nil)
    fields.set("isFinishAutomatic", isFinishAutomatic ? true : nil)
  }
}
