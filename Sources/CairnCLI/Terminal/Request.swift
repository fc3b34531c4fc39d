/// What a command line asks for.
enum Request<Context>: Sendable {
  /// Running a command.
  case run(Command<Context>.Action, Invocation)
  /// The help of a command, or of the program when the path is empty.
  case help([String])
  /// The version.
  case version
}
