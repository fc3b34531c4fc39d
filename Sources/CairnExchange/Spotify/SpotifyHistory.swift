public import Cairn

/// The parser of Spotify's extended streaming history: podcasts and audiobooks.
///
/// Each object is a playback with its end time. Music is skipped and counted in one issue.
public enum SpotifyHistory {
  /// Parses a file of a Spotify data request.
  ///
  /// Throws the errors of ``ImportedText/init(_:)``, `import.too_large`, `csv.too_many_rows`,
  /// `json.invalid`, and `import.empty` without podcasts and audiobooks.
  public static func parse(
    _ file: [UInt8],
    limits: CSVLimits = .standard
  ) throws(ImportError) -> ImportedHistory {
    guard file.count <= limits.fileBytes else { throw CSVReader.tooLarge(file.count, limits) }
    let text = try ImportedText(file)
    var (plays, lines) = (SpotifyPlays(), LineCounter(text.bytes))
    var (reader, count) = (JSONReader(text.bytes), 0)
    do throws(JSONError) {
      try reader.array { (reader) throws(JSONError) in
        count += 1
        guard count <= limits.rows else { return try reader.skipValue() }
        let line = lines.line(at: reader.offset)
        plays.add(try reader.smallValue(), line)
      }
      try reader.finish()
    } catch {
      throw ImportError(error)
    }
    guard count <= limits.rows else { throw CSVReader.tooMany("plays", limits.rows) }
    return try plays.history(text.issues)
  }

  /// Whether a file starts like one.
  static func recognizes(_ file: [UInt8]) -> Bool {
    let beginning = file.prefix(8_192)
    return beginning.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "[")
      && ["\"ms_played\"", "\"ts\""].allSatisfy { beginning.firstRange(of: Array($0.utf8)) != nil }
  }
}

/// The playbacks of a file, grouped by story.
private struct SpotifyPlays {
  private var builder = HistoryBuilder()
  private var issues: [RowIssue] = []
  private var (music, short) = (0, 0)

  mutating func add(_ play: JSON, _ line: Int) {
    guard let parsed = SpotifyPlay(play) else {
      music += 1
      return
    }
    guard let listen = parsed.listen(line) else {
      let what = "The play was skipped: its end or duration is missing."
      return issues.append(RowIssue(line: line, "import.listening_session", what))
    }
    guard listen.length >= Listening.minimum else {
      short += 1
      return
    }
    builder.add(parsed.story, listen)
  }

  func history(_ found: [RowIssue]) throws(ImportError) -> ImportedHistory {
    var history = ImportedHistory(source: "spotify", name: "Spotify")
    history.stories = builder.stories
    let skipped = [
      (music, "of music or video skipped: only podcasts and audiobooks are imported"),
      (short, "shorter than five seconds skipped"),
    ].filter { $0.0 > 0 }.map { count, what in
      RowIssue(
        line: 0,
        "import.listening_session",
        "\(counted(count, "play")) \(what)."
      )
    }
    history.issues = found + skipped + issues
    guard !history.stories.isEmpty || !issues.isEmpty else { throw Self.empty }
    return history
  }

  private static let empty = ImportError(
    "import.empty",
    "The file has no podcasts or audiobooks.",
    hint: "Choose a file Streaming_History_Audio from the extended streaming history of Spotify."
  )
}

/// A playback of a podcast or an audiobook.
private struct SpotifyPlay {
  let story: ImportedStory
  private let play: JSON

  /// Returns nil for music.
  init?(_ play: JSON) {
    let text = { (key: String) in play[key]?.cell.map(trimmed).flatMap { $0.isEmpty ? nil : $0 } }
    let isBook = text("audiobook_title") != nil
    guard let title = text(isBook ? "audiobook_title" : "episode_name"),
      (try? Work.requireTitle(title)) != nil
    else { return nil }
    let number = text(isBook ? "audiobook_uri" : "spotify_episode_uri")
    var story = ImportedStory(number: number, title: collapsed(title))
    story.series = isBook ? nil : text("episode_show_name")
    (self.story, self.play) = (story, play)
  }

  /// Returns nil without an end time or a valid length.
  func listen(_ line: Int) -> ImportedListeningSession? {
    guard let ended = play["ts"]?.cell.flatMap(Instant.init(text:)),
      let length = play["ms_played"]?.cell.flatMap({ Int64($0) }),
      (0...Milliseconds.hours(24).count).contains(length)
    else { return nil }
    let began = ended - Milliseconds(length)
    guard began >= .earliest else { return nil }
    let key = [story.key, String(ended.milliseconds), String(length)]
    let data = play.without(["ip_addr", "ip_addr_decrypted", "user_agent_decrypted", "username"])
    return ImportedListeningSession(
      line: line,
      key: key,
      time: .instant(began),
      length: Milliseconds(length),
      raw: data.canonicalText
    )
  }
}
