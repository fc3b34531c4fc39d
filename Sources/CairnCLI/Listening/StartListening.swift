import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var startListening: Command {
    Command(
      "listen",
      summary: "Start listening to a story.",
      discussion: """
        A story is anything you listen to, such as an audiobook or a podcast episode. It continues \
        at your last position, if you set one. Details you give are saved with the story. \
        You can read or climb at the same time.
        """,
      examples: [
        Example("cairn start listen \"Emma\"", "from your last position"),
        Example(
          "cairn start listen \"Emma\" --author \"Jane Austen\" --length 16:39:00",
          "a new story, with details"
        ),
        Example(
          "cairn start listen \"Emma\" --from 1:02:03 --speed 1.25",
          "another position, faster"
        ),
      ],
      arguments: [.story],
      options: [.at, .audioStart, .speed] + .story + [
        .newStory, .moodAtStart, .place, .tag, .note, .adjust,
      ],
      action: { invocation, context in
        let begun = try context.sessionStart(invocation)
        let new = try invocation.newStory(invocation.required("story"))
        return try await context.withLog { log in
          let isNew = invocation.flag("new")
          let story = try await StoryReference.findOrNew(new, isNew: isNew, in: log)
          var start = try StartListening(story, invocation, zone: context.zone.name)
          start.start = begun
          let row = try await context.write(to: log) { [start] writer in
            try invocation.edit(story, in: writer)
            return try writer.row(start.run(in: writer))
          }
          context.reportIfNew(story, row)
          return context.showOpen(row, .start)
        }
      }
    )
  }
}

extension Argument {
  static var story: Argument {
    .required("story", StoryReference.help, completion: .live("stories"))
  }
}

extension Option {
  static var newStory: Option {
    .flag("new", "Add the story even if others have a similar title.")
  }
}

extension CommandContext {
  /// Reports that the story of a session was added to the log.
  func reportIfNew(_ story: StoryChoice, _ row: SessionRow) {
    guard !wantsData, story.id == nil, let id = row.listening?.story else { return }
    output.info("Added the story “\(story.new.title.visible)” (\(ShortID(id.record).text))")
  }

  /// Tracks a past listening session.
  func trackListening(
    _ title: String,
    _ time: Range<Instant>,
    _ invocation: Invocation
  ) async throws -> ExitCode {
    try invocation.requireKind(of: Listening.kind, in: modules)
    let new = try invocation.newStory(title)
    let past = try pastSession(time, invocation)
    return try await withLog { log in
      let isNew = invocation.flag("new")
      let story = try await StoryReference.findOrNew(new, isNew: isNew, in: log)
      let track = try TrackListening(story, past, invocation)
      let row = try await write(to: log) { writer in
        try invocation.edit(story, in: writer)
        return try writer.row(track.run(in: writer))
      }
      reportIfNew(story, row)
      return showEnded(row, "Tracked")
    }
  }
}
