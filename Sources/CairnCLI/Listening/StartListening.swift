import Cairn
import CairnStore

extension Command<Surroundings> {
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
      action: { invocation, surroundings in
        let (started, zone) = (try surroundings.at(invocation), surroundings.zone.name)
        let (words, facts) = (try ListeningWords(invocation), try StoryFacts(invocation))
        let sitting = try SittingWords(invocation, before: "mood")
        let (adjust, note) = (invocation.flag("adjust"), invocation.value("note"))
        return try await surroundings.withLog { log in
          let story = try await StoryReference.findOrNew(
            invocation.required("story"),
            isNew: invocation.flag("new"),
            facts,
            in: log
          )
          let (row, id) = try await log.write("Start listening") { writer in
            let id = try story.id(facts, in: writer)
            let session = try writer.startListening(id, at: started, zone: zone, adjust: adjust) {
              try $0.setPositions(try writer.place(in: id), nil)
              try words.apply(to: &$0, in: writer)
            }
            if let note { try writer.change(session.id, as: NoDetail.self) { $0.note = note } }
            try sitting.apply(to: session.id, in: writer)
            return (try writer.row(session.id), id)
          }
          surroundings.sayIfNew(story, id)
          return surroundings.showOpen(row, "Started")
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

extension Surroundings {
  /// Says that a story is new here.
  func sayIfNew(_ story: StoryToHear, _ id: Identifier<Story>) {
    guard !wantsJSON, case .new(let new, _) = story else { return }
    output.say("New among your stories: “\(new.title.visible)” (\(ShortID(id.record).text))")
  }

  /// Ends a listening session with what the listener says of it.
  func stopListening(
    _ open: SessionRow,
    _ invocation: Invocation,
    in log: Log
  ) async throws -> ExitCode {
    let (end, zone) = (try given(invocation), zone.name)
    let (short, note) = (invocation.flag("allow-short"), invocation.value("note"))
    let (words, sitting) = (
      try ListeningWords(invocation), try SittingWords(invocation, after: "mood")
    )
    let (row, ended) = try await log.write("Stop \(open.what)") { writer in
      let ended = try writer.end(
        open.id,
        as: Listening.self,
        at: end,
        zone: zone,
        allowShort: short
      ) {
        try words.apply(to: &$0, in: writer)
      }
      if let note { try writer.change(open.id, as: NoDetail.self) { $0.addNote(note) } }
      try sitting.apply(to: open.id, in: writer)
      return (try writer.row(open.id), ended)
    }
    if ended.isClockAdjusted { sayClockWasSet() }
    return showEnded(row, "Stopped")
  }

  /// Records listening that has happened.
  func trackListening(
    _ title: String,
    _ time: Range<Instant>,
    _ invocation: Invocation
  ) async throws -> ExitCode {
    try invocation.requireKind(of: Listening.kind)
    let segments = [Segment(start: time.lowerBound, end: time.upperBound)]
    let (words, facts) = (try ListeningWords(invocation), try StoryFacts(invocation))
    let sitting = try SittingWords(invocation, before: "mood-before", after: "mood-after")
    let (adjust, short) = (invocation.flag("adjust"), invocation.flag("allow-short"))
    let (note, zone) = (invocation.value("note"), zone.name)
    return try await withLog { log in
      let isNew = invocation.flag("new")
      let story = try await StoryReference.findOrNew(title, isNew: isNew, facts, in: log)
      let (row, id) = try await log.write("Track listening") { writer in
        let id = try story.id(facts, in: writer)
        var detail = Listening(story: id)
        try words.apply(to: &detail, in: writer)
        let session = try writer.track(
          detail,
          segments,
          zone: zone,
          note: note,
          adjust: adjust,
          allowShort: short
        )
        try sitting.apply(to: session.id, in: writer)
        let row = try writer.row(session.id)
        writer.title = "Track \(row.what)"
        return (row, id)
      }
      sayIfNew(story, id)
      return showEnded(row, "Tracked")
    }
  }
}
