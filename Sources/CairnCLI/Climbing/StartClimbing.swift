import Cairn
import CairnActions
import CairnStore

extension Command<CommandContext> {
  static var startClimbing: Command {
    Command(
      "climb",
      summary: "Start a climbing session.",
      discussion: """
        All details are optional. Add readiness, place and partners at any time with \
        `cairn edit`; none clears a value.
        """,
      examples: [
        Example("cairn start climb", "at once"),
        Example("cairn start climb --discipline sport --mental 4", "with details"),
        Example("cairn start climb --place \"Boulder Hall\" --with Ana", "where and with whom"),
      ],
      options: [.at, .climbingLocation, .moodAtStart, .tag, .note] + .climbing + [.adjust],
      action: { invocation, context in
        var start = try StartClimbing(invocation, zone: context.zone.name)
        start.start = try context.sessionStart(invocation)
        return try await context.withLog { [start] log in
          let row = try await context.write(to: log) { writer in
            try writer.row(start.run(in: writer))
          }
          return context.showOpen(row, .start)
        }
      }
    )
  }
}

extension CommandContext {
  /// Tracks a past climbing session.
  func trackClimbing(_ time: Range<Instant>, _ invocation: Invocation) async throws -> ExitCode {
    try invocation.requireKind(of: Climbing.kind, in: modules)
    let track = try TrackClimbing(pastSession(time, invocation), invocation)
    return try await withLog { log in
      let row = try await write(to: log) { writer in
        try writer.row(track.run(in: writer))
      }
      return showEnded(row, "Tracked")
    }
  }
}
