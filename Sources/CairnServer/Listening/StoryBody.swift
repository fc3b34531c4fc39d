import Cairn
import CairnStore

/// What a listening app says of a story.
struct StoryBody: Sendable {
  /// The app's own id of it, or nil.
  let id: String?
  private let new: NewStory

  /// The title a body gives, whatever else is wrong with it.
  static func title(_ body: ListeningBody) -> String? { try? body.text("title") }

  /// Reads a body; throws a ``DialectError``.
  init(_ body: ListeningBody) throws {
    guard let title = try body.text("title"), !title.isEmpty else {
      throw DialectError.invalid("Missing required fields: title")
    }
    id = try body.text("id", most: 200).flatMap { $0.isEmpty ? nil : $0 }
    var new = NewStory(title: title)
    new.series = try body.text("series")
    new.author = try body.text("author")
    new.narrator = try body.text("narrator")
    new.duration = try Self.duration(body)
    new.isFavorite = try body.bool("isFavorite") ?? false
    self.new = new
  }

  /// Seconds as milliseconds; none at all is not known, and no limit to anything.
  private static func duration(_ body: ListeningBody) throws -> Milliseconds? {
    guard let seconds = try body.number("audioDuration"), seconds != 0 else { return nil }
    guard seconds > 0, seconds <= 36_000_000 else {
      throw DialectError.invalid("audioDuration must be a positive number of at most 36000000 seconds")
    }
    return Milliseconds(max(1, Int64((seconds * 1_000).rounded())))
  }

  /// Keeps the story; whether it is new, and what lists show of it.
  func keep(in writer: LogWriter) throws -> (isNew: Bool, row: StoryRow) {
    let known = try id.flatMap { try writer.find(Story.self, Story.id(client: $0).record) }
    let story = try known ?? writer.addStory(new, client: id)
    return (known == nil, try writer.storyRow(story.id))
  }

  /// Changes what a body says of a story; throws a ``DialectError`` and what the setters throw.
  static func apply(_ body: ListeningBody, to story: inout Story) throws {
    if body.says("title") { try story.setTitle(try body.text("title") ?? "") }
    if body.says("series") { story.setSeries(try body.text("series")) }
    if body.says("author") { story.setAuthor(try body.text("author")) }
    if body.says("narrator") { story.setNarrator(try body.text("narrator")) }
    if body.says("audioDuration") { try story.setDuration(try duration(body)) }
    if let isFavorite = try body.bool("isFavorite") { story.isFavorite = isFavorite }
  }
}

extension StoryRow {
  /// The story as listening apps take it; `user` is whose it is.
  ///
  /// What Cairn keeps nothing of is empty.
  func json(of user: String) -> JSON {
    let said: [(String, JSON)] = [
      ("id", .string(publicID)),
      ("userId", .string(user)),
      ("title", .string(title)),
      ("content", .string("")),
      ("heroId", .string(group.map(Self.groupID) ?? "")),
      ("language", .string("")),
      ("series", .text(series)),
      ("author", .text(author)),
      ("narrator", .text(narrator)),
      ("audioUrl", .null),
      ("audioDuration", .seconds(duration)),
      ("audioGenerationStatus", .string("completed")),
      ("illustrationStatus", .string("none")),
      ("illustrationCount", .integer(0)),
      ("isFavorite", .bool(isFavorite)),
      ("playCount", .integer(plays)),
      ("lastPlayedAt", .text(lastPlayed?.wholeSeconds)),
      ("createdAt", .string((added ?? updated).wholeSeconds)),
      ("updatedAt", .string(changed.wholeSeconds)),
    ]
    let deleted: [(String, JSON)] = isDeleted ? [("deleted", .bool(true))] : []
    return .object((said + deleted).map { JSON.Member($0.0, $0.1) })
  }

  /// What listening apps know a series or an author by.
  static func groupID(_ name: String) -> String {
    RecordID(derivedFrom: ["listening group", name]).text
  }
}
