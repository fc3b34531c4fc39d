public import Cairn

/// A person's Audiobookshelf sessions, from its server, a saved API response or a backup.
///
/// Sessions are JSON objects in the format of the Audiobookshelf API. Duplicate ids count once; the
/// most recently updated one wins.
public struct AudiobookshelfHistory: Sendable {
  private(set) var sessions: [AudiobookshelfSession] = []
  private var indices: [String: Int] = [:]
  /// The time at which each book or episode was finished.
  private var finished: [String: Instant] = [:]
  private var issues: [RowIssue] = []

  /// The maximum number of sessions: ten years with twenty-seven a day.
  public static let sessionLimit = 100_000

  /// Creates an empty history.
  public init() {}

  /// Adds a session; an invalid one becomes an issue.
  public mutating func add(session json: JSON) {
    do throws(RowIssue) {
      let session = try AudiobookshelfSession(json)
      let id = json["id"]?.cell ?? ""
      guard let index = indices[id] else {
        indices[id] = sessions.count
        return sessions.append(session)
      }
      if sessions[index].updated <= session.updated { sessions[index] = session }
    } catch {
      issues.append(error)
    }
  }

  /// Adds the progress of a book or an episode; only finished ones matter.
  public mutating func add(progress json: JSON) {
    guard json["isFinished"] == .bool(true),
      let at = json["finishedAt"]?.cell.flatMap({ Int64($0) }),
      let item = json["episodeId"]?.cell ?? json["mediaItemId"]?.cell ?? json["bookId"]?.cell
    else { return }
    finished[item] = Instant(milliseconds: at)
  }

  /// The stories with their sessions; sessions that are too short become one issue.
  public var history: ImportedHistory {
    var builder = HistoryBuilder()
    var tooShort = 0
    let last = lastOfFinished
    // Later updates of a story win.
    for index in sessions.indices.sorted(by: {
      (sessions[$1].updated, $0) < (sessions[$0].updated, $1)
    }) {
      let session = sessions[index]
      let isFinished = session.item.map { last[$0] == index } ?? false
      if let listen = session.listen(isFinished: isFinished) {
        builder.add(session.story, listen)
      } else {
        tooShort += 1
      }
    }
    var history = ImportedHistory(source: "audiobookshelf", name: "Audiobookshelf")
    history.stories = builder.stories
    history.issues = issues + (tooShort == 0 ? [] : [Self.tooShort(tooShort)])
    return history
  }

  /// The last session of each finished item that started before it was finished.
  private var lastOfFinished: [String: Int] {
    var last: [String: Int] = [:]
    for (index, session) in sessions.enumerated() {
      guard let item = session.item, let end = finished[item], session.started <= end,
        session.listeningTime >= Listening.minimum
      else { continue }
      if let known = last[item], sessions[known].started > session.started { continue }
      last[item] = index
    }
    return last
  }

  private static func tooShort(_ count: Int) -> RowIssue {
    let what = counted(count, "session")
    return RowIssue(
      line: 0,
      "import.listening_session",
      "\(what) shorter than \(Listening.minimum.count / 1_000) seconds skipped."
    )
  }
}

extension AudiobookshelfHistory {
  /// Adds a response of `GET /api/me/listening-sessions`, and returns its total and page count.
  ///
  /// Throws `json.invalid`, `csv.too_many_rows`, and `import.columns` if it has no sessions.
  @discardableResult
  mutating func add(page bytes: [UInt8]) throws(ImportError) -> (total: Int64, pages: Int64) {
    var (response, sessions): ([String: JSON], Int?) = ([:], nil)
    do throws(JSONError) {
      var reader = JSONReader(bytes)
      try reader.object { key, reader throws(JSONError) in
        let isList = try reader.kind() == .array
        if key == "sessions", isList {
          sessions = try reader.elements(limit: Self.sessionLimit) { add(session: $0) }
        } else if ["total", "numPages"].contains(key) {
          response[key] = try reader.smallValue()
        } else {
          try reader.skipValue()
        }
      }
      try reader.finish()
    } catch { throw ImportError(error) }
    guard let sessions else { throw Self.noSessions }
    guard sessions <= Self.sessionLimit else {
      throw CSVReader.tooMany("sessions", Self.sessionLimit)
    }
    let number = { (key: String) in response[key]?.cell.flatMap { Int64($0) } ?? 0 }
    return (number("total"), number("numPages"))
  }

  /// Parses a saved response of `GET /api/me/listening-sessions`.
  ///
  /// Throws `csv.too_large`, the errors of ``ImportedText/init(_:)``, `json.invalid`, and
  /// `import.columns` for a file without sessions.
  public static func parse(_ file: [UInt8]) throws(ImportError) -> AudiobookshelfHistory {
    guard file.count <= CSVLimits.standard.fileBytes else {
      throw CSVReader.tooLarge(file.count, .standard)
    }
    var history = AudiobookshelfHistory()
    try history.add(page: try ImportedText(file).bytes)
    return history
  }

  /// Whether a file starts like such a response.
  static func recognizes(_ file: [UInt8]) -> Bool {
    LibraryThingObjects.begins(file)
      && file.prefix(8_192).firstRange(of: Array("\"sessions\"".utf8)) != nil
      && file.prefix(8_192).firstRange(of: Array("\"displayTitle\"".utf8)) != nil
  }

  static let noSessions = ImportError(
    "import.columns",
    "This is not a list of listening sessions: the member \"sessions\" is missing.",
    hint: "Import from the server by its URL, or from an Audiobookshelf backup."
  )
}
