/// A work of audio: an audiobook, a story or a podcast episode.
public struct Story: Recorded {
  /// `story`.
  public static let recordKind = RecordKind("story")
  /// The ID.
  public let id: Identifier<Story>
  /// The title, as one line.
  public private(set) var title: String
  /// The series or podcast it belongs to, or nil.
  public private(set) var series: String?
  /// The author, as one line, or nil.
  public private(set) var author: String?
  /// The narrator, as one line, or nil.
  public private(set) var narrator: String?
  /// The length of the audio at normal speed, 1 ms to 10,000 hours; nil if unknown.
  public private(set) var duration: Milliseconds?
  /// Whether it is one of the person's favourites.
  public var isFavorite = false
  /// When it was added, or nil.
  public var added: Instant?
  /// Notes of any number of lines, or nil.
  public var notes: String?
  /// The ID in a listening app, if that is not a UUID; the record ID is derived from it.
  public var clientID: String?
  /// The name of the import it came from, or nil.
  public var source: String?
  /// The ID in that source.
  public var sourceID: String?
  /// The row in the source at the last import.
  public var sourceRow: String?
  /// The story that this one was merged into; otherwise nil.
  public var mergedInto: Identifier<Story>?

  /// Creates a story with nothing but a title; throws the errors of ``setTitle(_:)``.
  public init(id: Identifier<Story>, title: String) throws(CairnError) {
    (self.id, self.title) = (id, "")
    try setTitle(title)
  }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads a story from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    title = try fields.required("title", fields.text("title"))
    series = try fields.text("series")
    author = try fields.text("author")
    narrator = try fields.text("narrator")
    duration = try fields.integer("duration", in: Self.durations).map { Milliseconds($0) }
    isFavorite = try fields.bool("isFavorite") ?? false
    added = try fields.instant("added")
    notes = try fields.text("notes")
    clientID = try fields.text("clientID")
    source = try fields.text("source")
    sourceID = try fields.text("sourceID")
    sourceRow = try fields.text("sourceRow")
    mergedInto = try fields.id("mergedInto")
  }

  /// Sets every field of a story.
  public func write(to fields: inout Fields) {
    fields.set("title", title)
    fields.set("series", series)
    fields.set("author", author)
    fields.set("narrator", narrator)
    fields.set("duration", duration?.count)
    fields.set("isFavorite", isFavorite ? true : nil)
    fields.set("added", added)
    fields.set("notes", notes)
    fields.set("clientID", clientID)
    fields.set("source", source)
    fields.set("sourceID", sourceID)
    fields.set("sourceRow", sourceRow)
    fields.set("mergedInto", mergedInto)
  }

  static let durations: ClosedRange<Int64> = 1...36_000_000_000
}

extension Story {
  /// Returns the story for an ID of a listening app: a UUID is used unchanged, any other text gives
  /// the same derived ID on every device.
  public static func id(client text: String) -> Identifier<Story> {
    Identifier(RecordID(text: text) ?? RecordID(derivedFrom: ["story", text]))
  }

  /// Copies values from another story that are missing here.
  public mutating func fill(from other: Story) {
    (series, author) = (series ?? other.series, author ?? other.author)
    (narrator, duration) = (narrator ?? other.narrator, duration ?? other.duration)
    added = [added, other.added].compactMap { $0 }.min()
    isFavorite = isFavorite || other.isFavorite
    let lines = [notes, notes == other.notes ? nil : other.notes].compactMap { $0 }
    notes = lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Sets the title, as one line.
  ///
  /// Throws `story.title_missing` for a text without a visible character, and
  /// `story.title_too_long` beyond ``Work/titleLimit`` characters.
  public mutating func setTitle(_ text: String) throws(CairnError) {
    guard let line = collapsedLine(text), Work.isVisible(line) else { throw Self.titleMissing }
    guard line.unicodeScalars.count <= Work.titleLimit else { throw Self.titleTooLong }
    title = line
  }

  /// Sets the series, as one line; nil or blank text clears it.
  public mutating func setSeries(_ text: String?) { series = text.flatMap(collapsedLine) }

  /// Sets the author, as one line; nil or blank text clears it.
  public mutating func setAuthor(_ text: String?) { author = text.flatMap(collapsedLine) }

  /// Sets the narrator, as one line; nil or blank text clears it.
  public mutating func setNarrator(_ text: String?) { narrator = text.flatMap(collapsedLine) }

  /// Sets the length of the audio, or clears it; throws `story.invalid_duration`.
  public mutating func setDuration(_ length: Milliseconds?) throws(CairnError) {
    if let length, !Self.durations.contains(length.count) {
      throw CairnError(
        "story.invalid_duration",
        "The length of audio is 1 ms to 10,000 hours, not \(length.count) ms.",
        hint: "Give a length in this range, or none to leave it unknown."
      )
    }
    duration = length
  }

  /// Throws `listening.beyond_end` for a position after the end of the audio, if its length is known.
  ///
  /// Lengths are often truncated to whole minutes, so a length in whole minutes allows one more.
  public func requirePosition(_ position: Milliseconds) throws(CairnError) {
    guard let duration else { return }
    let isInMinutes = duration.count % 60_000 == 0
    guard position >= duration + (isInMinutes ? .minutes(1) : .seconds(1)) else { return }
    throw CairnError(
      "listening.beyond_end",
      "\(position.clockText) is past the end of “\(title)”, which is \(duration.clockText) long.",
      hint: "Give an earlier position, or correct the length of the story."
    )
  }

  private static var titleMissing: CairnError {
    CairnError(
      "story.title_missing",
      "A story needs a title with at least one visible character.",
      hint: "Give a title."
    )
  }

  private static var titleTooLong: CairnError {
    CairnError(
      "story.title_too_long",
      "The title is longer than \(Work.titleLimit) characters.",
      hint: "Give a shorter title."
    )
  }
}

/// A request to play a story, whether or not a session followed.
///
/// Listening apps report it separately from the session (spec/listening.md 1.11).
public struct Play: Recorded {
  /// `play`.
  public static let recordKind = RecordKind("play")
  /// The ID.
  public let id: Identifier<Play>
  /// The story.
  public internal(set) var story: Identifier<Story>
  /// When playback was requested.
  public let at: Instant

  /// Creates a play.
  public init(id: Identifier<Play>, story: Identifier<Story>, at: Instant) {
    (self.id, self.story, self.at) = (id, story, at)
  }

  /// The record ID.
  public var recordID: RecordID { id.record }

  /// Reads a play from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    id = Identifier(recordID)
    story = try fields.required("story", fields.id("story"))
    at = try fields.required("at", fields.instant("at"))
  }

  /// Sets every field of a play.
  public func write(to fields: inout Fields) {
    fields.set("story", story)
    fields.set("at", at)
  }
}

extension Play {
  /// Returns the same play for another story.
  public func moved(to other: Identifier<Story>) -> Play {
    var moved = self
    moved.story = other
    return moved
  }
}
