import Cairn
import CairnStore

extension Command<CommandContext> {
  static var startListening: Command {
    Command(
      "listen",
      group: "Sessions",
      summary: "Start to listen to a story.",
      discussion: """
        A story is anything that is listened to: an audiobook, an episode of a podcast. It goes on \
        where you left it, if you said where that was. What is said of the story is kept with it. \
        You can read or climb at the same time.
        """,
      reads: true,
      examples: [
        Example("cairn start listen \"Emma\"", "from where you left it"),
        Example(
          "cairn start listen \"Emma\" --author \"Jane Austen\" --length 16:39:00",
          "a new story, with what you know of it"
        ),
        Example("cairn start listen \"Emma\" --from 1:02:03 --speed 1.25", "another place, faster"),
      ],
      arguments: [.story],
      options: [.at, .audioStart, .speed] + .story + [.newStory, .mood, .place, .note, .adjust],
      action: { invocation, context in
        let begun = try StartOptions(invocation, context)
        let (words, facts) = (try ListeningOptions(invocation), try StoryFacts(invocation))
        return try await context.withLog { log in
          let story = try await StoryReference.findOrNew(
            invocation.required("story"),
            isNew: invocation.flag("new"),
            facts,
            in: log
          )
          let (row, id) = try await context.write("Start listening", to: log) { writer in
            let id = try story.id(facts, in: writer)
            let session = try writer.startListening(
              id,
              at: begun.at,
              zone: begun.zone,
              adjust: begun.adjust
            ) {
              try $0.setPositions(try writer.place(in: id), nil)
              try words.apply(to: &$0, in: writer)
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
    .flag("new", "Add the story even though others have a similar title.")
  }
}

extension CommandContext {
  /// Reports that the story was added to the log.
  func reportIfNew(_ story: StoryTarget, _ id: Identifier<Story>) {
    guard !wantsJSON, case .new(let new, _) = story else { return }
    output.say("New among your stories: “\(new.title.visible)” (\(ShortID(id.record).text))")
  }

  /// Tracks a past listening session.
  func trackListening(
    _ title: String,
    _ time: Range<Instant>,
    _ invocation: Invocation
  ) async throws -> ExitCode {
    try invocation.requireKind(of: Listening.kind)
    let (words, facts) = (try ListeningOptions(invocation), try StoryFacts(invocation))
    let tracked = try TrackOptions(time, zone: zone.name, invocation)
    return try await withLog { log in
      let isNew = invocation.flag("new")
      let story = try await StoryReference.findOrNew(title, isNew: isNew, facts, in: log)
      let (row, id) = try await write("Track listening", to: log) { writer in
        let id = try story.id(facts, in: writer)
        var detail = Listening(story: id)
        try words.apply(to: &detail, in: writer)
        let row = try tracked.track(detail, in: writer)
        writer.title = "Track \(row.what)"
        return (row, id)
      }
      reportIfNew(story, id)
      return showEnded(row, "Tracked")
    }
  }
}
