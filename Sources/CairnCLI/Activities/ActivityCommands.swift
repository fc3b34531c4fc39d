import Cairn
import CairnActions
import CairnStore

// The commands of activity kinds.

extension Program where Context == CommandContext {
  /// Returns the program with the commands and options of these kinds, in the order of help.
  func adding(_ modules: [KindModule]) -> Program {
    var program = self
    program.groups = groups.map { ($0.title, $0.commands.map { $0.adding(modules) }) }
    return program
  }
}

extension Command<CommandContext> {
  fileprivate func adding(_ modules: [KindModule]) -> Command {
    let names = modules.map(\.kind.name)
    let takesDetails = ["stop", "track", "edit"].contains(name)
    return extended {
      $0.map { $0.name == Option.kind.name ? .kind(names) : $0 }
        + (takesDetails ? modules.fields.map(Option.init(detail:)) : [])
    } subcommands: {
      name == "start" ? $0 + modules.fielded.map(Self.start) : $0
    }
  }

  /// Returns the command that starts a session of a kind.
  private static func start(_ module: KindModule) -> Command {
    Command(
      module.verb,
      summary: "Start \(module.kind.name).",
      discussion: "All details are optional. Add them with `cairn stop` or `cairn edit`.",
      examples: [Example("cairn start \(module.verb)", "at once")],
      options: [.at, .moodAtStart, .place, .note] + [module].fields.map(Option.init(detail:)) + [
        .adjust
      ],
      action: { invocation, context in
        var start = StartActivity(module.kind, try context.sessionStart(invocation))
        start.details = try Fields(invocation, [module])
        return try await context.withLog { [start] log in
          let row = try await context.write(to: log) { try $0.row(start.run(in: $0)) }
          return context.showOpen(row, .start)
        }
      }
    )
  }
}

extension CommandContext {
  /// Tracks a past session of an activity kind.
  func trackActivity(
    _ module: KindModule,
    _ time: Range<Instant>,
    _ invocation: Invocation
  ) async throws -> ExitCode {
    try invocation.requireKind(of: module.kind, in: modules)
    var track = TrackActivity(module.kind, try pastSession(time, invocation))
    track.details = try Fields(invocation, [module])
    return try await withLog { [track] log in
      showEnded(try await write(to: log) { try $0.row(track.run(in: $0)) }, "Tracked")
    }
  }

  /// Returns the kind whose verb stands alone after the time of `cairn track`; nil for any other word.
  func activity(_ invocation: Invocation) -> KindModule? {
    modules.fielded.first { invocation.values("book") == [$0.verb] }
  }
}

extension Option {
  /// Creates the option of a field of a kind's details.
  init(detail field: InputField) {
    self.init(
      field,
      "\(field.label): \(field.rule), or none.",
      placeholder: field.unit.isEmpty ? "VALUE" : field.unit.uppercased(),
      completion: CompletionSource.none
    )
  }
}
