import Cairn
import CairnActions
import CairnJSON
import CairnReports
import CairnStore

/// A story as a listening app sends it.
struct StoryBody: Sendable {
  /// The app's own id; nil without one.
  let id: String?
  private let new: NewStory

  /// Parses a body; throws a ``DialectError``.
  init(_ body: ConnectedBody) throws {
    guard let title = try body.text("title"), !title.isEmpty else {
      throw DialectError.invalid("Missing required fields: title")
    }
    id = try body.text("id", limit: 200).flatMap { $0.isEmpty ? nil : $0 }
    var new = NewStory(title: title)
    new.series = try body.text("series")
    new.author = try body.text("author")
    new.narrator = try body.text("narrator")
    new.duration = try Self.duration(body)
    new.isFavorite = try body.bool("isFavorite") ?? false
    self.new = new
  }

  /// Returns the duration in milliseconds; zero seconds means unknown.
  fileprivate static func duration(_ body: ConnectedBody) throws -> Milliseconds? {
    guard let seconds = try body.number("audioDuration"), seconds != 0 else { return nil }
    guard seconds > 0, seconds <= 36_000_000 else {
      throw DialectError.invalid(
        "audioDuration must be a positive number of at most 36000000 seconds"
      )
    }
    return Milliseconds(max(1, Int64((seconds * 1_000).rounded())))
  }

  /// Stores the story; returns whether it is new, and its row.
  func keep(in writer: LogWriter) throws -> (isNew: Bool, row: StoryRow) {
    guard let id else { return (true, try writer.storyRow(AddStory(new).run(in: writer).id)) }
    let known = try writer.find(Story.self, Story.id(client: id).record)
    let story = try known ?? writer.addStory(new, client: id)
    return (known == nil, try writer.storyRow(story.id))
  }
}

extension EditStory {
  /// Reads the members of a body; throws a ``DialectError``.
  init(_ id: Identifier<Story>, _ body: ConnectedBody) throws {
    self.init(id)
    title = body.has("title") ? try body.text("title") ?? "" : nil
    series = body.has("series") ? try body.text("series") ?? "" : nil
    author = body.has("author") ? try body.text("author") ?? "" : nil
    narrator = body.has("narrator") ? try body.text("narrator") ?? "" : nil
    duration = body.has("audioDuration") ? .some(try StoryBody.duration(body)) : nil
    isFavorite = try body.bool("isFavorite")
  }
}

/// A story in the words of listening apps; what Cairn has no data for is empty.
struct StoryReport: JSONModel {
  let row: StoryRow
  /// The owner's id.
  let user: String

  static let fields = JSONFields<StoryReport>(
    named: "Story",
    [
      .init("id", \.row.publicID),
      .init("userId", \.user),
      .init("title", \.row.title),
      .init("content") { _ in "" },
      .init("heroId") { $0.row.group.map(StoryRow.groupID) ?? "" },
      .init("language") { _ in "" },
      .init("series", \.row.series),
      .init("author", \.row.author),
      .init("narrator", \.row.narrator),
      .init("audioUrl") { _ in String?.none },
      .init("audioDuration", .optional(.decimal)) { JSON.seconds($0.row.duration) },
      .init("audioGenerationStatus") { _ in "completed" },
      .init("illustrationStatus") { _ in "none" },
      .init("illustrationCount") { _ in 0 },
      .init("isFavorite", \.row.isFavorite),
      .init("playCount", \.row.plays),
      .init("lastPlayedAt", .instant) { $0.row.lastPlayed?.wholeSeconds },
      .init("createdAt", .instant) { ($0.row.added ?? $0.row.updated).wholeSeconds },
      .init("updatedAt", .instant, \.row.changed.wholeSeconds),
      .optional("deleted", meaning: "true if the story is deleted") {
        $0.row.isDeleted ? true : nil
      },
    ]
  )
}

extension StoryRow {
  /// Returns the story as JSON for listening apps; `user` is the owner's id.
  func json(of user: String) -> JSON { StoryReport(row: self, user: user).json }

  /// Returns the id of a series or author for listening apps.
  static func groupID(_ name: String) -> String {
    RecordID(derivedFrom: ["listening group", name]).text
  }
}
