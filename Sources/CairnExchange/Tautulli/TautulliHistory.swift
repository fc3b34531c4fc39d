public import Cairn

/// Audiobook sessions in Plex, from Tautulli's database of track plays.
///
/// Plays are JSON objects with the columns of its table `session_history`, with start, end and
/// paused time, and of the joined title. In an audiobook library, the artist is the author, the
/// album the book, and a track one of its files.
public struct TautulliHistory: Sendable {
  /// The maximum number of plays: ten years with twenty-seven a day.
  public static let playLimit = 100_000

  private var plays: [TautulliPlay] = []
  private var issues: [RowIssue] = []
  private var (count, short) = (0, 0)

  /// Creates an empty history.
  public init() {}

  /// Adds a play; an invalid one becomes an issue; throws `csv.too_many_rows`.
  public mutating func add(play row: JSON) throws(ImportError) {
    guard count < Self.playLimit else { throw CSVReader.tooMany("plays", Self.playLimit) }
    count += 1
    do throws(RowIssue) {
      let play = try TautulliPlay(row, line: count)
      if play.length >= Listening.minimum { plays.append(play) } else { short += 1 }
    } catch {
      issues.append(error)
    }
  }

  /// The books with their sessions; plays of one book at most five minutes apart form one session.
  public var history: ImportedHistory {
    var builder = HistoryBuilder()
    for timedSession in sessions { builder.add(timedSession.story, timedSession.listen) }
    var history = ImportedHistory(source: "tautulli", name: "Tautulli")
    history.stories = builder.stories
    history.issues = issues + (short == 0 ? [] : [Self.tooShort(short)])
    return history
  }

  private var sessions: [TautulliSession] {
    var (all, latest): ([TautulliSession], [String: Int]) = ([], [:])
    for play in plays.sorted(by: { ($0.started, $0.number) < ($1.started, $1.number) }) {
      if let index = latest[play.story.key], all[index].add(play) { continue }
      latest[play.story.key] = all.count
      all.append(TautulliSession(play))
    }
    return all
  }

  private static func tooShort(_ count: Int) -> RowIssue {
    let what = counted(count, "play")
    let minimumSeconds = Listening.minimum.count / 1_000
    return RowIssue(
      line: 0,
      "import.listening_session",
      "\(what) shorter than \(minimumSeconds) seconds skipped."
    )
  }
}

/// Consecutive plays of one book.
private struct TautulliSession {
  let story: ImportedStory
  private let first: TautulliPlay
  private var length: Milliseconds
  private var ended: Instant

  /// The maximum gap between two plays, because one file of a book follows another.
  private static let gap = Milliseconds.minutes(5)

  init(_ play: TautulliPlay) {
    (story, first, length, ended) = (play.story, play, play.length, play.ended)
  }

  /// Adds the next play of the book; returns false if it belongs to another session.
  mutating func add(_ play: TautulliPlay) -> Bool {
    guard play.started >= ended, play.started - ended <= Self.gap else { return false }
    (length, ended) = (length + play.length, play.ended)
    return true
  }

  var listen: ImportedListeningSession {
    var listen = ImportedListeningSession(
      line: 0,
      key: [String(first.number), String(first.started.milliseconds)],
      time: .instant(first.started),
      length: length,
      raw: first.raw
    )
    listen.version = ended
    return listen
  }
}

/// One play of a track.
private struct TautulliPlay {
  let number: Int64
  let story: ImportedStory
  let started: Instant
  let ended: Instant
  /// The listening time without pauses.
  let length: Milliseconds
  let raw: String

  init(_ row: JSON, line: Int) throws(RowIssue) {
    let integer = { (name: String) in row[name]?.cell.flatMap { Int64($0) } }
    let range = Instant.earliest.milliseconds / 1_000..<Instant.limit.milliseconds / 1_000
    guard let number = integer("id"), let began = integer("started"), range.contains(began),
      let end = integer("stopped"), range.contains(end), end >= began, end - began <= 86_400
    else { throw Self.issue(line, "its start or end is missing or impossible") }
    let paused = integer("paused_counter") ?? 0
    guard (0...end - began).contains(paused) else {
      throw Self.issue(line, "it was paused for \(paused) seconds of \(end - began)")
    }
    guard let story = Self.story(row) else { throw Self.issue(line, "it has no book") }
    (self.number, self.story) = (number, story)
    (started, ended) = (Instant(milliseconds: began * 1_000), Instant(milliseconds: end * 1_000))
    length = .seconds(end - began - paused)
    raw = row.canonicalText
  }

  private static func story(_ row: JSON) -> ImportedStory? {
    let text = { (name: String) in
      row[name]?.cell.map(collapsed).flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let title = text("parent_title") ?? text("title"), (try? Work.requireTitle(title)) != nil
    else { return nil }
    var story = ImportedStory(number: text("parent_rating_key"), title: title)
    story.author = text("grandparent_title")
    return story
  }

  private static func issue(_ line: Int, _ what: String) -> RowIssue {
    RowIssue(line: line, "import.listening_session", "A play was skipped: \(what).")
  }
}
