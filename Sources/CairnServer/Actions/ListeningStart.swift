import Cairn
import CairnStore

/// The wish to start to listen, from whichever door it came.
struct ListeningStart: Sendable {
  var story: StoryChoice
  /// When; nil for now.
  var at: Instant?
  /// What the listener says.
  var listening = ListeningEdit()
  /// How the person is.
  var sessionContext = SessionContextEdit()
  /// A note to keep.
  var note: String?

  /// Starts it and gives the session as JSON.
  ///
  /// Throws what ``StoryChoice/id(in:)`` and `LogWriter.startListening` throw.
  func run(_ context: AuthenticatedContext, once key: RequestKey?) async throws -> String {
    let zone = context.zone.name
    return try await context.log.write("Start listening", once: key) { writer in
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

extension ListeningStart {
  /// Reads the body of `POST /api/v1/sessions` for listening; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    try input.refuse(SessionStart.ofReading.filter { $0.name != "title" }, of: Reading.kind.name)
    try input.refuse(ClimbingEdit.members, of: Climbing.kind.name)
    story = try StoryChoice(input)
    at = input.instant("at")
    listening = ListeningEdit(input)
    sessionContext = SessionContextEdit(input, after: false)
    note = input.text("note")
  }
}

/// The story a session is to be about: one by its id, or by its title, new if need be.
struct StoryChoice: Sendable {
  var id: Identifier<Story>?
  var title = ""
  var author: String?

  /// The story; a title that no story has is that of a new one.
  ///
  /// Throws `story.not_found`, `story.ambiguous`, `story.title_missing` and
  /// `story.title_too_long`.
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
    SchemaField("author", .text, "who wrote it, where stories share a title or it is new"),
  ]

  /// Reads `story`, or `title` with what is known of a new story; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    id = input.text("story").map { Story.id(client: $0) }
    title = input.text("title") ?? ""
    author = input.text("author")
    guard (id == nil) != title.isEmpty else {
      throw .field("story", "or “title” is needed, and not both")
    }
  }
}
