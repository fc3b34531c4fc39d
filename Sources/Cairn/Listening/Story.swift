/// Anything that is listened to: an audiobook, a story, an episode of a podcast.
public struct Story: Recorded {
  /// `story`.
  public static let recordKind = RecordKind("story")
  /// The identity.
  public let id: Identifier<Story>
  /// The title, in one line.
  public private(set) var title: String
  /// What it is one of: a series, a podcast; or nil.
  public private(set) var series: String?
  /// Who wrote it, in one line, or nil.
  public private(set) var author: String?
  /// Who reads it, in one line, or nil.
  public private(set) var narrator: String?
  /// How long its audio is at normal speed, 1 ms to 10,000 hours; nil when not known.
  public private(set) var duration: Milliseconds?
  /// Whether it is one of the person's favourites.
  public var isFavorite = false
  /// When it came here, or nil.
  public var added: Instant?
  /// What is written about it, in any number of lines, or nil.
  public var notes: String?
  /// What a listening app calls it, when that is no UUID; the id is derived from it then.
  public var clientID: String?
  /// The import it came from, or nil.
  public var source: String?
  /// Its id there.
  public var sourceID: String?
  /// How the source tells of it, as it was imported last.
  public var sourceRow: String?
  /// The story that it was made one with, and went into; nil for any other.
  public var mergedInto: Identifier<Story>?

  /// Makes a story of which only the title is known; throws as ``setTitle(_:)``.
  public init(id: Identifier<Story>, title: String) throws(CairnError) {
    (self.id, self.title) = (id, "")
    try setTitle(title)
  }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads a story; throws `record.malformed`.
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
  /// What a listening app means by the id of a story: a UUID as it stands, and of any other text
  /// the same id on every device.
  public static func id(client text: String) -> Identifier<Story> {
    Identifier(RecordID(text: text) ?? RecordID(derivedFrom: ["story", text]))
  }

  /// What listening apps call it.
  public var publicID: String { clientID ?? id.record.text }

  /// Which stories it belongs to: those of its series, else those of its author; nil without both.
  public var group: String? { series ?? author }

  /// Takes from another story what is not known of this one.
  public mutating func fill(from other: Story) {
    (series, author) = (series ?? other.series, author ?? other.author)
    (narrator, duration) = (narrator ?? other.narrator, duration ?? other.duration)
    added = [added, other.added].compactMap { $0 }.min()
    isFavorite = isFavorite || other.isFavorite
    let lines = [notes, notes == other.notes ? nil : other.notes].compactMap { $0 }
    notes = lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Sets the title, in one line.
  ///
  /// Throws `story.title_missing` when there is no visible character in it, and
  /// `story.title_too_long` beyond ``Work/titleLimit`` characters.
  public mutating func setTitle(_ text: String) throws(CairnError) {
    guard let line = oneLine(text), Work.isVisible(line) else { throw Self.titleMissing }
    guard line.unicodeScalars.count <= Work.titleLimit else { throw Self.titleTooLong }
    title = line
  }

  /// Sets the series, in one line; nil or nothing but blanks clears it.
  public mutating func setSeries(_ text: String?) { series = text.flatMap(oneLine) }

  /// Sets the author, in one line; nil or nothing but blanks clears it.
  public mutating func setAuthor(_ text: String?) { author = text.flatMap(oneLine) }

  /// Sets who reads it, in one line; nil or nothing but blanks clears it.
  public mutating func setNarrator(_ text: String?) { narrator = text.flatMap(oneLine) }

  /// Sets how long its audio is, or clears it; throws `story.invalid_duration`.
  public mutating func setDuration(_ length: Milliseconds?) throws(CairnError) {
    if let length, !Self.durations.contains(length.count) {
      throw CairnError(
        "story.invalid_duration",
        "Audio is 1 ms to 10,000 hours long, not \(length.count) ms.",
        hint: "Give such a length, or none to leave it unknown."
      )
    }
    duration = length
  }

  /// Throws `listening.beyond_end` for a place in its audio behind its end, where that is known.
  ///
  /// Lengths are often given in whole minutes, cut off: such a one has a minute more.
  public func requirePlace(_ place: Milliseconds) throws(CairnError) {
    guard let duration else { return }
    let isInMinutes = duration.count % 60_000 == 0
    guard place >= duration + (isInMinutes ? .minutes(1) : .seconds(1)) else { return }
    throw CairnError(
      "listening.beyond_end",
      "\(place.clockText) is behind the end of “\(title)”, which is \(duration.clockText) long.",
      hint: "Give a place up to there, or correct how long the story is."
    )
  }

  private static var titleMissing: CairnError {
    CairnError(
      "story.title_missing",
      "A story needs a title with at least one visible character.",
      hint: "Give at least its title."
    )
  }

  private static var titleTooLong: CairnError {
    CairnError(
      "story.title_too_long",
      "The title is longer than \(Work.titleLimit) characters.",
      hint: "Give the title as the publisher does."
    )
  }
}

/// One time a player was told to play a story, whether or not a session came of it.
///
/// Listening apps tell of it apart from the session (spec/listening.md 1.11).
public struct Play: Recorded {
  /// `play`.
  public static let recordKind = RecordKind("play")
  /// The identity.
  public let id: Identifier<Play>
  /// The story.
  public internal(set) var story: Identifier<Story>
  /// When.
  public let at: Instant

  /// Notes a play.
  public init(id: Identifier<Play>, story: Identifier<Story>, at: Instant) {
    (self.id, self.story, self.at) = (id, story, at)
  }

  /// The identity as stored.
  public var recordID: RecordID { id.record }

  /// Reads a play; throws `record.malformed`.
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
  /// The same play, of another story.
  public func moved(to other: Identifier<Story>) -> Play {
    var moved = self
    moved.story = other
    return moved
  }
}
