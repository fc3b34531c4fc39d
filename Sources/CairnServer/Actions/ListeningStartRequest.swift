import Cairn
import CairnStore

/// A request to start a listening session, from the page or the API.
struct ListeningStartRequest: Sendable {
  var story: StoryChoice
  /// The start time; nil for now.
  var at: Instant?
  /// The listening details.
  var listening = ListeningEdit()
  /// The mood and location.
  var sessionContext = SessionContextEdit()
  var note: String?

  /// Starts the session and returns it as JSON.
  ///
  /// Throws the errors of ``StoryChoice/id(in:)`` and `LogWriter.startListening`.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    let zone = context.zone.name
    return try await context.log.write("Started listening", once: key) { writer in
      let id = try story.id(in: writer)
      let start = at ?? writer.now
      let session = try writer.startListening(id, at: start, zone: zone, adjust: false) { detail in
        let place = try writer.place(in: id)
        try detail.setPositions(place, nil)
        try listening.apply(to: &detail, in: writer)
      }
      if let note { try writer.change(session.id, as: NoDetail.self) { $0.note = note } }
      try sessionContext.apply(to: session.id, in: writer)
      return try writer.row(session.id).json(at: writer.now).text
    }
  }
}

extension ListeningStartRequest {
  /// Reads the body of `POST /api/v1/sessions` for listening; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    try input.refuse(
      ReadingStartRequest.ofReading.filter { $0.name != "title" },
      of: Reading.kind.name
    )
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    story = try StoryChoice(input)
    at = input.instant("at")
    listening = ListeningEdit(input)
    sessionContext = SessionContextEdit(input, after: false)
    note = input.text("note")
  }
}

/// The story of a session: by id, or by title, which may be new.
struct StoryChoice: Sendable {
  var id: Identifier<Story>?
  var title = ""
  var author: String?

  /// Returns the story; creates one if none has the title.
  ///
  /// Throws `story.not_found`, `story.ambiguous`, `story.title_missing` and `story.title_too_long`.
  func id(in writer: LogWriter) throws -> Identifier<Story> {
    if let id { return try writer.story(id).id }
    var new = NewStory(title: title)
    new.author = author
    return try writer.story(titled: new).id
  }
}

extension StoryChoice {
  static let members = [
    SchemaField("story", .text, "the id of a story"),
    SchemaField("author", .text, "the author, for a new story or if stories share a title"),
  ]

  /// Reads `story`, or `title` with the details of a new story; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    id = input.text("story").map { Story.id(client: $0) }
    title = input.text("title") ?? ""
    author = input.text("author")
    guard (id == nil) != title.isEmpty else {
      throw .field("story", "or “title” is needed, and not both")
    }
  }
}
