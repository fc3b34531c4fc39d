import Cairn
import CairnStore

extension Command<CommandContext> {
  static var startListening: Command {
    Command(
      "listen",
      group: "Sessions",
      summary: "Start listening to a story.",
      discussion: """
        A story is anything you listen to, such as an audiobook or a podcast episode. It continues \
        at your last position, if you set one. Details you give are saved with the story. \
        You can read or climb at the same time.
        """,
      reads: true,
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
      options: [.at, .audioStart, .speed] + .story + [.newStory, .mood, .place, .note, .adjust],
      action: { invocation, context in
        let begun = try StartOptions(invocation, context)
        let (listeningOptions, facts) = (
          try ListeningOptions(invocation), try StoryFacts(invocation)
        )
        return try await context.withLog { log in
          let story = try await StoryReference.findOrNew(
            invocation.required("story"),
            isNew: invocation.flag("new"),
            facts,
            in: log
          )
          let (row, id) = try await context.write("Started listening", to: log) { writer in
            let id = try story.id(facts, in: writer)
            let session = try writer.startListening(
              id,
              at: begun.at,
              zone: begun.zone,
              adjust: begun.adjust
            ) {
              try $0.setPositions(try writer.place(in: id), nil)
              try listeningOptions.apply(to: &$0, in: writer)
            }
            return (try begun.apply(to: session.id, in: writer), id)
          }
          context.reportIfNew(story, id)
          return context.showOpen(row, "Started")
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
  /// Reports that the story was added to the log.
  func reportIfNew(_ story: StoryTarget, _ id: Identifier<Story>) {
    guard !wantsJSON, case .new(let new, _) = story else { return }
    output.say("Added the story “\(new.title.visible)” (\(ShortID(id.record).text))")
  }

  /// Tracks a past listening session.
  func trackListening(
    _ title: String,
    _ time: Range<Instant>,
    _ invocation: Invocation
  ) async throws -> ExitCode {
    try invocation.requireKind(of: Listening.kind)
    let (listeningOptions, facts) = (try ListeningOptions(invocation), try StoryFacts(invocation))
    let tracked = try TrackOptions(time, zone: zone.name, invocation)
    return try await withLog { log in
      let isNew = invocation.flag("new")
      let story = try await StoryReference.findOrNew(title, isNew: isNew, facts, in: log)
      let (row, id) = try await write("Listening session tracked", to: log) { writer in
        let id = try story.id(facts, in: writer)
        var detail = Listening(story: id)
        try listeningOptions.apply(to: &detail, in: writer)
        let row = try tracked.track(detail, in: writer)
        writer.title = row.historyTitle("tracked")
        return (row, id)
      }
      reportIfNew(story, id)
      return showEnded(row, "Tracked")
    }
  }
}
