import Cairn

/// A listening session in the format of the Audiobookshelf API.
struct AudiobookshelfSession {
  /// The episode or the book; nil in sessions of older versions.
  let item: String?
  let story: ImportedStory
  let started: Instant
  let updated: Instant
  /// The listening time without pauses; zero if unknown.
  let listeningTime: Milliseconds
  let startPosition, endPosition: Milliseconds?
  private let id: String
  private let raw: String

  /// Parses a session; throws an issue if it has no id, title or times.
  init(_ json: JSON) throws(RowIssue) {
    guard let id = json["id"]?.cell, !id.isEmpty, id.utf8.count <= 200 else {
      throw Self.issue("A session without an id was skipped.")
    }
    guard let started = Self.instant(json["startedAt"]),
      let updated = Self.instant(json["updatedAt"] ?? json["startedAt"])
    else { throw Self.issue("The session \(id.prefix(40)) has no time.") }
    guard updated >= started else {
      throw Self.issue("The session \(id.prefix(40)) ends before it starts, and was skipped.")
    }
    (self.id, self.started, self.updated) = (id, started, updated)
    item = (json["episodeId"]?.cell ?? json["bookId"]?.cell).flatMap { $0.isEmpty ? nil : $0 }
    listeningTime = try Self.listeningTime(json["timeListening"], id)
    startPosition = json["startTime"]?.seconds
    endPosition = json["currentTime"]?.seconds
    story = try Self.story(json, item)
    raw = Self.stored(json).canonicalText
  }

  /// Returns the session to import; nil if it is shorter than the minimum.
  func listen(isFinished: Bool) -> ImportedListeningSession? {
    guard length >= Listening.minimum else { return nil }
    var listen = ImportedListeningSession(
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

  private static func listeningTime(_ json: JSON?, _ id: String) throws(RowIssue) -> Milliseconds {
    guard let json, let stored = json.cell else { return .zero }
    guard let listeningTime = json.seconds else {
      throw issue(
        "The session \(id.prefix(40)) has an invalid duration of “\(stored.prefix(20))” seconds, and was skipped."
      )
    }
    return listeningTime
  }

  /// The listening time, at most the time between start and last update if these differ.
  private var length: Milliseconds {
    updated > started ? min(listeningTime, updated - started) : listeningTime
  }

  /// Whether it ends within the last ten seconds; Audiobookshelf treats those as finished.
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
    RowIssue(line: 0, "import.listening_session", message)
  }

  /// Returns the session to store, without long members and without IP addresses.
  private static func stored(_ json: JSON) -> JSON {
    let long: Set = [
      "chapters", "mediaMetadata", "coverPath", "audioTracks", "libraryItem", "ipAddress",
    ]
    guard case .object(let members) = json.without(long) else { return json }
    return .object(members.map { JSON.Member($0.key, $0.value.without(["ipAddress"])) })
  }
}

extension AudiobookshelfSession {
  /// Returns the story; the series is the podcast of an episode, or the series of a book.
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
      throw issue("The session was skipped: \(error.message)")
    }
  }

  /// Returns `Jane Doe, John Roe` from a list of names, or of objects with a name.
  private static func names(_ list: JSON?) -> String? {
    let names = (list?.values ?? []).compactMap { $0.cell ?? $0["name"]?.cell }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension JSON {
  /// Seconds from a number or text, from 0 to 10,000 hours; nil for any other value.
  fileprivate var seconds: Milliseconds? {
    guard let cell, let seconds = Double(cell), seconds >= 0, seconds <= 36_000_000 else {
      return nil
    }
    return Milliseconds(Int64((seconds * 1_000).rounded()))
  }
}
