import Cairn
import CairnExchange
import CairnSQL
import CairnTransfer

/// The database in an Audiobookshelf backup, treated as untrusted (ADR 0006).
///
/// It also contains password hashes and keys; of users, only IDs and names are read.
enum AudiobookshelfFile {
  /// The maximum size of the unpacked database: 128 MiB.
  static let sizeLimit = 128 << 20

  /// Returns the database in an archive; a plain database is returned unchanged.
  static func database(of file: [UInt8]) throws(CairnError) -> [UInt8] {
    guard ZipArchive.recognizes(file) else { return file }
    guard let member = try ZipArchive(file).member("absdatabase.sqlite", limit: sizeLimit) else {
      throw refusal("The archive", "it has no absdatabase.sqlite")
    }
    return member
  }

  /// Returns the error for another file, with the reason.
  static func refusal(_ name: String, _ reason: String) -> CairnError {
    CairnError(
      "input.audiobookshelf",
      "\(name) is not an Audiobookshelf backup: \(reason).",
      hint: "Choose a .audiobookshelf file from Settings, Backups."
    )
  }
}

extension ForeignDatabase {
  /// The import of `absdatabase.sqlite`, restricted to one person's listening.
  ///
  /// Throws `input.person_required` if several people listened and none is chosen.
  static let audiobookshelf = ForeignDatabase(
    format: .audiobookshelf,
    detectionQuery: "SELECT 1 FROM pragma_table_info('playbackSessions')",
    refusal: AudiobookshelfFile.refusal,
    rows: { connection, choice in
      let people = try ForeignPeople(
        """
        SELECT DISTINCT playbackSessions.userId, users.username FROM playbackSessions
        LEFT JOIN users ON users.id = playbackSessions.userId
        WHERE playbackSessions.userId IS NOT NULL ORDER BY 2, 1 LIMIT 1000
        """,
        connection
      )
      var history = AudiobookshelfHistory()
      try AudiobookshelfRows(people.id(choice.person)).add(to: &history, from: connection)
      return history.history
    }
  )
}

/// The rows of one person in the format of the Audiobookshelf API.
private struct AudiobookshelfRows {
  private let person: SQLValue?

  init(_ person: SQLValue?) {
    self.person = person
  }

  func add(to history: inout AudiobookshelfHistory, from connection: any SQLConnection) throws {
    guard let person else { return }
    try connection.each(
      """
      SELECT isFinished, mediaItemId, finishedAt FROM mediaProgresses WHERE userId = \(person)
      LIMIT \(AudiobookshelfHistory.sessionLimit)
      """
    ) { row in
      history.add(progress: Self.object(["isFinished", "mediaItemId", "finishedAt"], row))
    }
    try connection.each(
      """
      SELECT id, mediaItemId, mediaItemType, displayTitle, displayAuthor, CAST(duration AS TEXT),
        playMethod, mediaPlayer, CAST(startTime AS TEXT), CAST("currentTime" AS TEXT),
        CAST(timeListening AS TEXT), mediaMetadata, "date", deviceId, serverVersion, createdAt,
        updatedAt
      FROM playbackSessions WHERE userId = \(person) ORDER BY updatedAt, id
      LIMIT \(AudiobookshelfHistory.sessionLimit)
      """
    ) { row in
      history.add(session: Self.object(Self.columns, row))
    }
  }

  private static let columns = [
    "id", "mediaItemId", "mediaItemType", "displayTitle", "displayAuthor", "duration", "playMethod",
    "mediaPlayer", "startTime", "currentTime", "timeListening", "mediaMetadata", "date", "deviceId",
    "serverVersion", "startedAt", "updatedAt",
  ]

  /// Returns a row with the member names of the API; omits values of unexpected types.
  private static func object(_ columns: [String], _ row: any SQLRow) -> JSON {
    var members: [JSON.Member] = []
    for (index, name) in columns.enumerated() {
      guard let value = try? row.value(index), let json = json(value, name) else { continue }
      members.append(JSON.Member(name, json))
    }
    let object = JSON.object(members)
    guard let item = object["mediaItemId"], let type = object["mediaItemType"] else {
      return object
    }
    let isEpisode = type == .string("podcastEpisode")
    let renamed = [
      JSON.Member(isEpisode ? "episodeId" : "bookId", item),
      JSON.Member("mediaType", .string(isEpisode ? "podcast" : "book")),
    ]
    return .object(members.filter { !$0.key.hasPrefix("mediaItem") } + renamed)
  }

  private static func json(_ value: SQLValue, _ name: String) -> JSON? {
    switch value {
    case .integer(let number): name == "isFinished" ? JSON.bool(number != 0) : JSON.integer(number)
    case .text(let text): self.text(text, name)
    default: nil
    }
  }

  /// Converts times like `2026-01-05 08:00:00.000 +00:00` to milliseconds.
  private static func text(_ text: String, _ name: String) -> JSON? {
    if name == "mediaMetadata" { return try? JSON(parsing: Array(text.utf8)) }
    guard name.hasSuffix("At") else { return .string(text) }
    let plain = text.replacing(" +00:00", with: "Z").replacing(" ", with: "T")
    return Instant(text: plain).map { .integer($0.milliseconds) }
  }
}
