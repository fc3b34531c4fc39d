import Cairn

/// A listening session as Audiobookshelf tells of it, in the members that its API has.
struct AudiobookshelfSession {
  /// The episode, else the book; nil for one that was kept by an older version.
  let item: String?
  let story: ImportedStory
  let started: Instant
  let updated: Instant
  /// How long was listened, pauses left out; zero when that is not told.
  let heard: Milliseconds
  let startPosition, endPosition: Milliseconds?
  private let id: String
  private let raw: String

  /// Reads a session; throws an issue when it has no id, no title or no times.
  init(_ json: JSON) throws(RowIssue) {
    guard let id = json["id"]?.cell, !id.isEmpty, id.utf8.count <= 200 else {
      throw Self.issue("The session has no id, and is left out.")
    }
    guard let started = Self.instant(json["startedAt"]),
      let updated = Self.instant(json["updatedAt"] ?? json["startedAt"])
    else { throw Self.issue("The session \(id.prefix(40)) does not say when it was.") }
    guard updated >= started else {
      throw Self.issue("The session \(id.prefix(40)) ended before it began, and is left out.")
    }
    (self.id, self.started, self.updated) = (id, started, updated)
    item = (json["episodeId"]?.cell ?? json["bookId"]?.cell).flatMap { $0.isEmpty ? nil : $0 }
    heard = try Self.heard(json["timeListening"], id)
    startPosition = json["startTime"]?.seconds
    endPosition = json["currentTime"]?.seconds
    story = try Self.story(json, item)
    raw = Self.told(json).canonicalText
  }

  /// The sitting; nil when less was heard than makes one.
  func listen(isFinished: Bool) -> ImportedListen? {
    guard length >= Listening.minimum else { return nil }
    var listen = ImportedListen(
      line: 0,
      key: [id],
      time: .instant(started),
      length: length,
      raw: raw
    )
    (listen.startPosition, listen.endPosition) = (startPosition, endPosition)
    listen.isCompleted = isFinished || isAtEnd
    listen.version = updated
    return listen
  }

  private static func heard(_ json: JSON?, _ id: String) throws(RowIssue) -> Milliseconds {
    guard let json, let told = json.cell else { return .zero }
    guard let heard = json.seconds else {
      throw issue(
        "The session \(id.prefix(40)) says that it lasted “\(told.prefix(20))” seconds, and is left out."
      )
    }
    return heard
  }

  /// No more than passed while it lasted; where it is not told when it ended, what was heard.
  private var length: Milliseconds {
    updated > started ? min(heard, updated - started) : heard
  }

  /// Within the ten seconds before the end, from which Audiobookshelf itself takes a thing as heard.
  private var isAtEnd: Bool {
    guard let duration = story.duration, let endPosition else { return false }
    return duration.count > 10_000 && endPosition.count > duration.count - 10_000
  }

  private static func instant(_ json: JSON?) -> Instant? {
    guard let text = json?.cell, let number = Int64(text) else { return nil }
    let instant = Instant(milliseconds: number)
    return instant >= .earliest && instant < .limit ? instant : nil
  }

  static func issue(_ message: String) -> RowIssue {
    RowIssue(line: 0, "import.listen", message)
  }

  /// What is kept of it: not what is long, and not from which address it came.
  private static func told(_ json: JSON) -> JSON {
    let long: Set = [
      "chapters", "mediaMetadata", "coverPath", "audioTracks", "libraryItem", "ipAddress",
    ]
    guard case .object(let members) = json.without(long) else { return json }
    return .object(members.map { JSON.Member($0.key, $0.value.without(["ipAddress"])) })
  }
}

extension AudiobookshelfSession {
  /// An episode is one of its podcast, a book one of its series.
  private static func story(_ json: JSON, _ item: String?) throws(RowIssue)
    -> ImportedStory
  {
    let (about, isEpisode) = (json["mediaMetadata"], json["mediaType"]?.cell == "podcast")
    let shown = json["displayTitle"]?.cell ?? ""
    let title = isEpisode ? shown : about?["title"]?.cell ?? shown
    var story = ImportedStory(number: item, title: try possible(title))
    story.author = names(about?["authors"]) ?? about?["author"]?.cell ?? about?["authorName"]?.cell
    if story.author == nil { story.author = json["displayAuthor"]?.cell }
    story.author = story.author.flatMap { trimmed($0).isEmpty ? nil : $0 }
    story.narrator = names(about?["narrators"])
    story.series = isEpisode ? about?["title"]?.cell : about?["series"]?.values.first?["name"]?.cell
    story.duration = json["duration"]?.seconds.flatMap { $0 > .zero ? $0 : nil }
    return story
  }

  private static func possible(_ title: String) throws(RowIssue) -> String {
    do throws(CairnError) {
      return try Story(id: Identifier(RecordID(derivedFrom: [])), title: title).title
    } catch {
      throw issue("The session is left out: \(error.message)")
    }
  }

  /// `Jane Doe, John Roe` of a list of names, or of things that have one.
  private static func names(_ list: JSON?) -> String? {
    let names = (list?.values ?? []).compactMap { $0.cell ?? $0["name"]?.cell }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension JSON {
  /// Seconds as a number or a text, from 0 to 10,000 hours; nil for anything else.
  fileprivate var seconds: Milliseconds? {
    guard let cell, let seconds = Double(cell), seconds >= 0, seconds <= 36_000_000 else {
      return nil
    }
    return Milliseconds(Int64((seconds * 1_000).rounded()))
  }
}
