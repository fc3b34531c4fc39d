/// A parsed command line.
enum Request<Context>: Sendable {
  /// A command to run.
  case run(Command<Context>.Action, Invocation)
  /// Help for a command, or for the program if the path is empty.
  case help([String])
  /// The version to print.
  case version
}
