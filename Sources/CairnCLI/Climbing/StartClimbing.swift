import Cairn
import CairnActions
import CairnStore

extension Command<CommandContext> {
  static var startClimbing: Command {
    Command(
      "climb",
      group: "Sessions",
      summary: "Start a climbing session.",
      discussion: """
        All details are optional. Add readiness, place and partners at any time with \
        `cairn edit`; none clears a value.
        """,
      reads: true,
      examples: [
        Example("cairn start climb", "at once"),
        Example("cairn start climb --discipline sport --mental 4", "with details"),
        Example("cairn start climb --place \"Boulder Hall\" --with Ana", "where and with whom"),
      ],
      options: [.at, .climbingLocation, .mood, .note] + .climbing + [.adjust],
      action: { invocation, context in
        var start = StartClimbing(try context.sessionStart(invocation))
        start.climbing = try ClimbingEdit(invocation)
        return try await context.withLog { [start] log in
          let row = try await context.write(to: log) { writer in
            try writer.row(start.run(in: writer))
          }
          return context.showOpen(row, "Started")
        }
      }
    )
  }
}

extension Option {
  static var climbingLocation: Option {
    .value("place", "TEXT", "The gym or crag, or none.", completion: .live("places"))
  }
}

extension CommandContext {
  /// Tracks a past climbing session.
  func trackClimbing(_ time: Range<Instant>, _ invocation: Invocation) async throws -> ExitCode {
    try invocation.requireKind(of: Climbing.kind, in: modules)
    var track = TrackClimbing(try pastSession(time, invocation))
    track.climbing = try ClimbingEdit(invocation)
    return try await withLog { [track] log in
      let row = try await write(to: log) { writer in
        try writer.row(track.run(in: writer))
      }
      return showEnded(row, "Tracked")
    }
  }
}
